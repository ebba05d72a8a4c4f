"""[001] Figure 3: nobody can reach the inner return, and no solver proves it."""

EXPECTED = {
    "fermat3": {
        "verdict": ("exhausted", "budget"),
        "paths": 4,
        "returns": {"0"},
        "over": {"x": range(-2, 12), "y": range(-2, 12), "z": range(-2, 12)},
        "budget": 4,
    },
    "pythagoras": {
        "verdict": ("complete", "exhausted", "budget"),
        "paths": 5,
        "returns": {"0", "'right-angled'"},
        "over": {"x": range(-2, 12), "y": range(-2, 12), "z": range(-2, 12)},
    },
}


def fermat3(x: int, y: int, z: int) -> object:
    if x > 0 and y > 0 and z > 0:
        if x * x * x + y * y * y == z * z * z:
            return "Fermat and Wiles were wrong!?!"  # unreached
    return 0


def pythagoras(x: int, y: int, z: int) -> object:
    if x > 0 and y > 0 and z > 0:
        if x * x + y * y == z * z:
            return "right-angled"
    return 0
