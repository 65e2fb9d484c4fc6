class Closed(Exception):
    pass


class DoorOpen(Exception):
    pass


class NoFloor(Exception):
    pass


class Lift:
    def init(self):
        self.place = 0
        self.door = "open"

    def go(self, step):
        if self.door == "open":
            raise DoorOpen
        if not 0 <= self.place + step <= 3:
            raise NoFloor
        self.place += step

    def up(self):
        self.go(1)

    def down(self):
        self.go(-1)

    def open_door(self):
        self.door = "open"

    def close(self):
        if self.door != "open":
            raise Closed
        self.door = "closed"

    def floor(self):
        return self.place

    def is_open(self):
        return self.door == "open"
