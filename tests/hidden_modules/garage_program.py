"""A garage as a list of cars."""


class Backwards(Exception):
    pass


class Full(Exception):
    pass


class NotInside(Exception):
    pass


class Parked(Exception):
    pass


class Garage:
    def __init__(self):
        self._cars = []
        self._clock = 0
        self._cash = 0

    def _tick(self, hour):
        if hour < self._clock:
            raise Backwards

    def enter(self, plate, hour):
        self._tick(hour)
        if any(p == plate for p, _ in self._cars):
            raise Parked(plate)
        if len(self._cars) >= 2:
            raise Full()
        self._cars.append((plate, hour))
        self._clock = hour

    def leave(self, plate, hour):
        self._tick(hour)
        for i, (p, h) in enumerate(self._cars):
            if p == plate:
                due = min(20, 3 * (hour - h + 1))
                del self._cars[i]
                self._clock = hour
                self._cash += due
                return due
        raise NotInside

    @property
    def free(self):
        return 2 - len(self._cars)

    def plates(self):
        return [p for p, _ in self._cars]

    def since(self, plate):
        try:
            return dict(self._cars)[plate]
        except KeyError:
            raise NotInside from None

    def income(self):
        return self._cash
