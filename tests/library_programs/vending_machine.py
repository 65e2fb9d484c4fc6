"""A vending machine as a reader of the specification may write it."""


class NotEnough(Exception):
    pass


class NothingToTake(Exception):
    pass


class SoldOut(Exception):
    pass


class Waiting(Exception):
    pass


class Machine:
    def init(self):
        self.drinks = {"cola": 2, "water": 2}
        self.paid = 0
        self.served = None

    def insert(self, coin):
        if self.served:
            raise Waiting
        self.paid += 4 if coin == "dollar" else 1

    def select(self, drink):
        if self.served:
            raise Waiting
        if not self.drinks[drink]:
            raise SoldOut
        if self.paid < 3:
            raise NotEnough
        self.drinks[drink] -= 1
        self.paid -= 3
        self.served = drink

    def take(self):
        if not self.served:
            raise NothingToTake
        drink, self.served = self.served, None
        return drink

    def cancel(self):
        paid, self.paid = self.paid, 0
        return paid

    def refill(self, drink):
        self.drinks[drink] = 2

    def stock(self, drink):
        return self.drinks[drink]

    def credit(self):
        return self.paid

    def slot(self):
        return self.served
