"""Scores, cards and chess."""

WINNING_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
RANK_VALUES = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def blackjack(card1: int, card2: int, card3: int) -> int:
    """Return the best total of three cards numbered 0 to 51; 0 when the hand is bust."""
    total = 0
    aces = 0
    for card in (card1, card2, card3):
        if card < 0 or card > 51:
            raise ValueError("no such card")
        rank = card % 13
        total += RANK_VALUES[rank]
        if rank == 0:
            aces += 1
    while total > 21 and aces > 0:
        total -= 10
        aces -= 1
    if total > 21:
        return 0
    return total


def poker_pair(a: int, b: int, c: int, d: int) -> int:
    """Return how four ranks match: 0 none, 1 pair, 2 two pairs, 3 three, 4 four, 5 a straight."""
    ranks = sorted((a, b, c, d))
    if ranks[0] < 1 or ranks[3] > 13:
        return -1
    pairs = 0
    for index in range(3):
        if ranks[index] == ranks[index + 1]:
            pairs += 1
    if pairs == 3:
        return 4
    if pairs == 2:
        if ranks[0] == ranks[2] or ranks[1] == ranks[3]:
            return 3
        return 2
    if pairs == 1:
        return 1
    if ranks[3] - ranks[0] == 3:
        return 5
    return 0


def chess_move(piece: int, source: int, target: int) -> bool:
    """Return whether a piece (0 king, 1 queen, 2 rook, 3 bishop, 4 knight) could move so."""
    if not (0 <= source < 64 and 0 <= target < 64) or source == target:
        return False
    files = abs(source % 8 - target % 8)
    ranks = abs(source // 8 - target // 8)
    if piece == 0:
        return files <= 1 and ranks <= 1
    if piece == 1:
        return files == 0 or ranks == 0 or files == ranks
    if piece == 2:
        return files == 0 or ranks == 0
    if piece == 3:
        return files == ranks
    if piece == 4:
        return files * ranks == 2
    raise ValueError("no such piece")


def tennis(points1: int, points2: int) -> int:
    """Return a game's state: 1 or 2 won, 3 deuce, 4 or 5 advantage, 0 going on, -1 impossible."""
    if points1 < 0 or points2 < 0:
        return -1
    difference = points1 - points2
    if max(points1, points2) > 4 and abs(difference) > 2:
        return -1
    if points1 >= 4 and difference >= 2:
        return 1
    if points2 >= 4 and difference <= -2:
        return 2
    if points1 >= 3 and points2 >= 3:
        if difference == 0:
            return 3
        return 4 if difference > 0 else 5
    return 0


def bowling_frame(first: int, second: int, next1: int, next2: int) -> int:
    """Return the score of one frame of bowling."""
    for pins in (first, second, next1, next2):
        if pins < 0 or pins > 10:
            raise ValueError("there are ten pins")
    if first == 10:
        if second != 0:
            raise ValueError("no second ball after a strike")
        return 10 + next1 + next2
    if first + second > 10:
        raise ValueError("there are ten pins")
    if first + second == 10:
        return 10 + next1
    return first + second


def yahtzee_full_house(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return 25 for a full house of five dice, 50 for five alike, 0 for anything else."""
    counts = [0] * 7
    for die in (a, b, c, d, e):
        if not 1 <= die <= 6:
            return -1
        counts[die] += 1
    if 5 in counts:
        return 50
    if 3 in counts and 2 in counts:
        return 25
    return 0


def tic_tac_toe(crosses: int, noughts: int) -> int:
    """Return 1 or 2 for the winner of two 9-bit boards, 3 for a draw, 0 for a game that goes on."""
    if crosses < 0 or noughts < 0 or crosses > 511 or noughts > 511 or crosses & noughts:
        return -1
    for line in WINNING_LINES:
        if crosses & line == line:
            return 1
        if noughts & line == line:
            return 2
    if crosses | noughts == 511:
        return 3
    return 0
