"""A safe with a key."""


class Locked(Exception):
    pass


class Safe:
    def init(self):
        self.content, self.opened = 0, True

    def put(self, x):
        if not self.opened:
            raise Locked
        self.content = x

    def turn(self):
        self.opened = not self.opened

    def look(self):
        if not self.opened:
            raise Locked
        return self.content

    def is_open(self):
        return self.opened


class Forgetful(Safe):
    def put(self, x):
        if not self.opened:
            raise Locked
        self.content = abs(x)
