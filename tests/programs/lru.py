"""A cache that forgets what was not used for longest."""

EXPECTED = {
    "use": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "returns": {"0", "1"},
        "over": {"capacity": [0, 1, 2], "keys": [[], [1], [1, 1], [1, 2, 1], [1, 2, 3]]},
        "runs": 300,
    },
}


class LRU:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("no room")
        self.capacity = capacity
        self.items = {}

    def get(self, key):
        if key not in self.items:
            return None
        value = self.items.pop(key)
        self.items[key] = value
        return value

    def put(self, key, value):
        if key in self.items:
            self.items.pop(key)
        elif len(self.items) == self.capacity:
            oldest = next(iter(self.items))
            del self.items[oldest]
        self.items[key] = value


def use(capacity: int, keys: list[int]) -> int:
    cache = LRU(capacity)
    hits = 0
    for at, key in enumerate(keys):
        if cache.get(key) is not None:
            hits += 1
        else:
            cache.put(key, at + 1)
    return hits
