"""A queue as a reader of the specification may write it: in a ring."""


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Ring:
    def init(self):
        self.ring, self.first, self.count = [0, 0, 0], 0, 0

    def enqueue(self, number):
        if self.count == len(self.ring):
            raise Full
        self.ring[(self.first + self.count) % 3] = number
        self.count += 1

    def leave(self):
        if self.count == 0:
            raise Empty
        number = self.ring[self.first]
        self.first = (self.first + 1) % 3
        self.count -= 1
        return number

    def front(self):
        if self.count == 0:
            raise Empty
        return self.ring[self.first]

    def length(self):
        return self.count
