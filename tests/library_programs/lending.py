"""Lending as a reader of the specification may write it: a place for each title."""


class Lent(Exception):
    pass


class NotBorrowed(Exception):
    pass


class NotThere(Exception):
    pass


class TooMany(Exception):
    pass


class Desk:
    def init(self):
        self.place = {}

    def buy(self, some):
        if any(title in self.place for title in some):
            raise Lent
        for title in some:
            self.place[title] = "house"

    def sell(self, some):
        self.demand(some, "house", NotThere)
        for title in some:
            del self.place[title]

    def borrow(self, member, some):
        self.demand(some, "house", NotThere)
        if len(self.borrowed(member)) + len(some) > 2:
            raise TooMany
        for title in some:
            self.place[title] = member

    def give_back(self, member, some):
        self.demand(some, member, NotBorrowed)
        for title in some:
            self.place[title] = "house"

    def borrowed(self, member):
        return {title for title, place in self.place.items() if place == member}

    def available(self):
        return self.borrowed("house")

    def demand(self, some, place, error):
        if any(self.place.get(title) != place for title in some):
            raise error
