"""Functions over dicts and sets."""


def inventory(stock: dict[str, int], item: str, amount: int) -> str:
    if amount <= 0:
        raise ValueError("amount")
    if item not in stock:
        return "unknown"
    if stock[item] < amount:
        return "not enough"
    stock[item] -= amount
    if stock[item] == 0:
        del stock[item]
        return "sold out"
    return "sold"


def config(settings: dict[str, str]) -> int:
    if "port" not in settings:
        return 80
    port = int(settings["port"])
    if port < 1024 and settings.get("user") != "root":
        raise PermissionError("port")
    return port


def group_sizes(words: list[str]) -> int:
    groups: dict[int, list[str]] = {}
    for word in words:
        groups.setdefault(len(word), []).append(word)
    if 3 in groups and len(groups[3]) > 1:
        return 3
    return max(groups, default=0)


def invert(mapping: dict[str, int]) -> dict[int, str]:
    inverted: dict[int, str] = {}
    for key, value in mapping.items():
        if value in inverted:
            raise ValueError("twice")
        inverted[value] = key
    return inverted


def permissions(user: set[str], needed: set[str]) -> str:
    if not needed:
        return "open"
    if needed <= user:
        return "granted"
    if user & needed:
        return "partly"
    return "denied"


def word_score(word: str) -> int:
    values = {"a": 1, "e": 1, "k": 5, "q": 10, "z": 10}
    total = 0
    for char in word:
        if char not in values:
            return -1
        total += values[char]
    if total > 20:
        return total * 2
    return total


def route(method: str, path: str) -> str:
    routes = {("GET", "/"): "home", ("GET", "/about"): "about", ("POST", "/login"): "login"}
    found = routes.get((method, path))
    if found is None:
        if any(path == known for _, known in routes):
            return "wrong method"
        return "not found"
    return found


def tally(votes: list[str]) -> str:
    counts: dict[str, int] = {}
    for vote in votes:
        if vote not in ("yes", "no"):
            continue
        counts[vote] = counts.get(vote, 0) + 1
    if not counts:
        return "invalid"
    if counts.get("yes", 0) > counts.get("no", 0):
        return "passed"
    return "failed"


def cycle(links: dict[int, int], start: int) -> str:
    seen = set()
    node = start
    while node in links:
        if node in seen:
            return "cycle"
        seen.add(node)
        node = links[node]
    if node == start:
        return "alone"
    return "end"


def diff(old: dict[str, int], new: dict[str, int]) -> list[str]:
    changes = []
    for key in old:
        if key not in new:
            changes.append("removed")
        elif old[key] != new[key]:
            changes.append("changed")
    for key in new:
        if key not in old:
            changes.append("added")
    return changes


def unique_chars(text: str) -> bool:
    seen: set[str] = set()
    for char in text:
        if char in seen:
            return False
        seen.add(char)
    return len(seen) > 2
