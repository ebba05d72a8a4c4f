"""What it costs to send a parcel, and when it arrives.

$ wend cover examples/shipping.py::quote

finds a parcel for each way through the price list, and two that the author forgot.
"""

ZONE_SURCHARGE = (0, 250, 600)  # in cents, by zone: home, neighbours, overseas
SUNDAY = 6


class Truck:
    """A truck that leaves when it is full, or when it must."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.loaded = 0

    def load(self, parcels: int) -> bool:
        """Take the parcels if there is room, and say whether there was."""
        if self.loaded + parcels > self.capacity:
            return False
        self.loaded += parcels
        return True

    @property
    def free(self) -> int:
        """How many more parcels fit."""
        return self.capacity - self.loaded


def quote(grams: int, zone: int, pieces: int, express: bool) -> int:
    """Return the price for each of `pieces` parcels that weigh `grams` together, in cents."""
    if grams <= 0:
        raise ValueError("a parcel has a weight")
    weight = grams // pieces
    if weight <= 500:
        price = 390
    elif weight <= 2000:
        price = 590
    elif weight <= 10_000:
        price = 990
    else:
        raise ValueError("too heavy: send it as freight")
    price += ZONE_SURCHARGE[zone]
    if express:
        if zone == 2:
            price *= 3
        else:
            price += 700
    if pieces >= 10:
        price -= price // 10
    return price


def delivery_day(ordered: int, hour: int, zone: int, express: bool) -> int:
    """Return the weekday (0 is Monday) on which an order arrives."""
    if not 0 <= ordered <= 6 or not 0 <= hour <= 23:
        raise ValueError("no such time")
    days = 1 if express else 3 + zone
    if hour >= 16:
        days += 1
    arrival = (ordered + days) % 7
    if arrival == SUNDAY and not express:
        arrival = 0
    return arrival


def trucks_needed(first: int, second: int, third: int) -> int:
    """Return how many trucks of 40 parcels three orders take, none of them split."""
    trucks = [Truck(40)]
    for order in (first, second, third):
        if not 0 < order <= 40:
            raise ValueError("an order is 1 to 40 parcels")
        if not trucks[-1].load(order):
            trucks.append(Truck(40))
            trucks[-1].load(order)
    if trucks[-1].free == 0:
        return len(trucks) + 1  # one to stand by
    return len(trucks)
