"""Shares the time of a command among its targets, by the rule of `explore.portfolio`.

The next turn goes to the target whose turn would end first if all targets went on side by side:

    what it has had since it last gained + its next turn, both divided by its weight

The next turn is as long as all that the target has had since it last gained, so that turns without
a gain double. A target gains where a run of it covers a line or a branch that no target of the
module has covered, or fails in a new way. What gains often comes often, in short turns; of those
that don't, all grow alike. The weight grows with the lines and branches of the target that none has
covered, and is small where there are none: these targets come last, unless they fail in new ways.

The guarantee: each target has a short first turn, for which time is kept. A target that gains is
still charged a sixteenth of all that it has had. So no target has a turn after it had 32 times, by
weight, what one that waits has had. The targets of a module have the sum of their parts, so a
module needs no turns of its own.

Where all of a module's targets are covered, those that gained nothing in their last turn are over.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Sequence

from wend.explore.coverage import Parts

LONGEST_FIRST = 0.5
"""Seconds of the first turn of a target, where there is time for that."""

SHORTEST = 0.1
"""Seconds: a shorter turn would be over before the exploration has begun."""

KEPT = 1.25
"""For how many times what first turns took so far time is kept, for those that are to come."""

FOR_GAINS = 1 / 16
"""The part of all its seconds that a target is charged at least, however often it gains."""

COVERED_WEIGHT = 1 / 16
"""The weight of a target with all lines and branches covered. Of one that misses n it is √n, and of
one that failed in a new way in its last turn 1 at least."""

NOTHING: tuple[str, Parts] = "", frozenset()
"""The file of a target and what is to be covered in it, where nobody asks for them."""


class Turns:
    """The targets, which are known by their numbers, and what each has had."""

    def __init__(self, sought: Sequence[tuple[str, Parts]], seconds: float = math.inf) -> None:
        """`sought`: for each target its file, and what is to be covered in it. `seconds` is the
        time of all processes together."""
        count = max(1, len(sought))
        self._first = max(SHORTEST, min(LONGEST_FIRST, seconds / (2 * count)))
        self._has_rounds = seconds < math.inf
        self._entries = [_Entry(*each) for each in sought]
        self._waiting = dict.fromkeys(range(len(sought)))
        self._covered: dict[str, set[object]] = {}
        """What is covered of each file."""
        self._firsts = self._first, 1
        """The seconds that first turns took, and their number, with one to begin with."""

    def take(self, left: float) -> tuple[int, float] | None:
        """The next target and the seconds of its turn; None where no target waits."""
        number = self._next(left)
        if number is None or left <= 0:
            return None
        del self._waiting[number]
        if not self._has_rounds:
            return number, math.inf
        entry = self._entries[number]
        seconds = max(SHORTEST, min(self._length(entry), left - self._kept))
        entry.is_begun = True
        entry.has_gained = entry.has_failed = False
        return number, seconds

    def took(self, number: int, seconds: float) -> None:
        """Notes how long a turn took after which the target is not done, and has it wait."""
        entry = self._entries[number]
        if not entry.had:
            spent, count = self._firsts
            self._firsts = spent + seconds, count + 1
        entry.had += seconds
        entry.idle = 0.0 if entry.has_gained else entry.idle + seconds
        self.put_back(number)

    def put_back(self, number: int) -> None:
        """Has a target wait for another turn."""
        self._waiting[number] = None

    def saw(
        self, number: int, file: str, covered: Collection[object], missed: Parts, failures: int
    ) -> None:
        """Notes what a target has covered now, misses still, and how many failures it has."""
        entry = self._entries[number]
        known = self._covered.setdefault(file, set())
        new = set(covered) - known
        known |= new
        entry.has_failed = entry.has_failed or failures > entry.failures
        entry.has_gained = entry.has_gained or entry.has_failed or bool(new)
        entry.failures = failures
        entry.file, entry.missed = file, missed - known
        for each in self._entries if new else ():
            if each.file == file:
                each.missed -= new

    def is_proved(self, number: int) -> None:
        """Notes that what a target misses can't be covered."""
        self._entries[number].missed = frozenset()

    def covered(self, among: Container[int]) -> int | None:
        """Takes out a target that has nothing more to gain, among some."""
        open_ = {each.file for each in self._entries if each.missed or not each.is_begun}
        for number in self._waiting:
            entry = self._entries[number]
            if number in among and entry.file not in open_ and entry.idle:
                del self._waiting[number]
                return number
        return None

    def drop_last(self, among: Container[int]) -> int | None:
        """Takes out the target that would come last, among some."""
        of_these = [each for each in self._waiting if each in among]
        last = max(of_these, key=self._place, default=None)
        if last is not None:
            del self._waiting[last]
        return last

    def upcoming(self) -> int | None:
        """The next target, if it has not had a turn yet."""
        number = self._next()
        return None if number is None or self._entries[number].is_begun else number

    def _next(self, left: float = math.inf) -> int | None:
        unbegun = [each for each in self._waiting if not self._entries[each].is_begun]
        is_late = unbegun and self._kept >= left
        return min(unbegun if is_late else self._waiting, key=self._place, default=None)

    @property
    def _kept(self) -> float:
        """The seconds that the first turns still take: a run is not cut short in the middle, so a
        turn takes longer than it should."""
        spent, count = self._firsts
        unbegun = sum([not self._entries[each].is_begun for each in self._waiting])
        return KEPT * unbegun * spent / count

    def _place(self, number: int) -> tuple[float, int]:
        """The target with the least of it comes next."""
        entry = self._entries[number]
        if not self._has_rounds:
            return 0.0, number
        least = 1.0 if entry.has_failed else COVERED_WEIGHT
        weight = max(least, math.sqrt(len(entry.missed)))
        return (entry.charged + self._length(entry)) / weight, number

    def _length(self, entry: _Entry) -> float:
        """The seconds of the next turn, where there is time for that."""
        if not entry.is_begun and not entry.missed:
            return SHORTEST
        return max(self._first, entry.idle)


class _Entry:
    """A target with what it has had."""

    def __init__(self, file: str, sought: Parts) -> None:
        self.file = file
        self.missed = sought
        """The lines and branches of the target that no target has covered."""
        self.is_begun = self.has_gained = self.has_failed = False
        self.failures = 0
        self.had = self.idle = 0.0
        """Seconds: all of them, and those since it last gained."""

    @property
    def charged(self) -> float:
        return max(self.idle, FOR_GAINS * self.had)
