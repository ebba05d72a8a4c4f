"""A door with a lock, as a state machine.

$ wend cover examples/door.py::burglary --max-executions 60
$ wend reach examples/door.py:38
"""

OPEN, CLOSED, LOCKED, BROKEN = "open", "closed", "locked", "broken"

STEPS = {
    (OPEN, "push"): CLOSED,
    (CLOSED, "pull"): OPEN,
    (CLOSED, "lock"): LOCKED,
    (LOCKED, "unlock"): CLOSED,
    (LOCKED, "kick"): BROKEN,
}


def step(state: str, event: str) -> str:
    """Return the state that an event leads to."""
    try:
        return STEPS[state, event]
    except KeyError:
        raise ValueError(f"can't {event} a door that is {state}") from None


def run(events: list[str]) -> str:
    """Return the state of a door, open at first, after some events."""
    state = OPEN
    for event in events:
        state = step(state, event)
    return state


def burglary(events: list[str]) -> str:
    """Return who has to be called."""
    state = run(events)
    if state == BROKEN:
        return "police"
    if state == LOCKED:
        return "caretaker"
    return "nobody"
