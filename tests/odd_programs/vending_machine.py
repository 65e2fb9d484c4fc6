from collections import Counter


class NotEnough(Exception):
    pass


class NothingToTake(Exception):
    pass


class SoldOut(Exception):
    pass


class Waiting(Exception):
    pass


WORTH = dict(quarter=1, dollar=4)


class R_Coins:
    """Keeps each coin; stock as what was sold; the slot as a list."""

    def init(self):
        self.coins = []
        self.paid = 0
        self.sold = Counter()
        self.out = []

    def insert(self, coin):
        if self.out:
            raise Waiting("take your drink")
        self.coins.append({"quarter": 1, "dollar": 4}[coin])

    def credit(self):
        return sum(self.coins) - self.paid

    def select(self, drink):
        if self.out:
            raise Waiting
        if self.sold[drink] == 2:
            raise SoldOut
        if self.credit() < 3:
            raise NotEnough
        self.paid += 3
        self.sold[drink] += 1
        self.out.append(drink)

    def take(self):
        if not self.out:
            raise NothingToTake
        return self.out.pop()

    def cancel(self):
        c = self.credit()
        self.coins = []
        self.paid = 0
        return c

    def refill(self, drink):
        del self.sold[drink]

    def stock(self, drink):
        return 2 - self.sold[drink]

    def slot(self):
        return self.out[-1] if self.out else None


class R_States:
    """A state pattern with generators for the shelves."""

    class _Idle:
        def insert(self, m, coin):
            m._c += WORTH[coin]

        def select(self, m, drink):
            if not m._s[str(drink)]:
                raise SoldOut(drink)
            if m._c < 3:
                raise NotEnough
            m._c -= 3
            m._s[str(drink)].pop()
            m._st = R_States._Serving(str(drink))

        def take(self, m):
            raise NothingToTake

        drink = None

    class _Serving:
        def __init__(self, d):
            self.drink = d

        def insert(self, m, coin):
            raise Waiting

        def select(self, m, drink):
            raise Waiting

        def take(self, m):
            m._st = R_States._Idle()
            return self.drink

    def init(self):
        self._c = 0
        self._st = self._Idle()
        self._s = {"cola": [1, 1], "water": [1, 1]}

    def insert(self, coin):
        self._st.insert(self, coin)

    def select(self, drink):
        return self._st.select(self, drink)

    def take(self):
        return self._st.take(self)

    def cancel(self):
        c, self._c = self._c, 0
        return c

    def refill(self, drink):
        while len(self._s[drink]) < 2:
            self._s[drink].append(1)

    def stock(self, drink):
        return len(self._s[drink])

    def credit(self):
        return self._c

    def slot(self):
        return self._st.drink


class R_Slots:
    __slots__ = ("cola", "water", "money", "tray")
    """Fields named after the drinks; extra return values of None; keyword defaults."""

    def __init__(self, capacity=2):
        self.cola = self.water = capacity
        self.money = 0
        self.tray = ""

    def init(self):
        self.__init__()

    def insert(self, coin):
        if self.tray != "":
            raise Waiting()
        self.money = self.money + WORTH[coin]
        return None

    def select(self, drink):
        if self.tray:
            raise Waiting()
        left = getattr(self, str(drink))
        if left <= 0:
            raise SoldOut()
        if not self.money >= 3:
            raise NotEnough()
        setattr(self, str(drink), left - 1)
        self.money -= 3
        self.tray = str(drink)

    def take(self):
        if not self.tray:
            raise NothingToTake()
        t = self.tray
        self.tray = ""
        return t

    def cancel(self):
        try:
            return self.money
        finally:
            self.money = 0

    def refill(self, drink):
        setattr(self, drink, 2)

    def stock(self, drink):
        return getattr(self, drink)

    def credit(self):
        return self.money

    def slot(self):
        return self.tray or None


class W_NotEnoughFirst(R_Slots):
    """select: NotEnough before SoldOut"""

    def select(self, drink):
        if self.tray:
            raise Waiting()
        if self.money < 3:
            raise NotEnough
        super().select(drink)


class W_NoChange(R_States):
    """select|credit: the rest of the credit is lost at a sale"""

    def select(self, drink):
        super().select(drink)
        self._c = 0


class W_CancelDrink(R_Coins):
    """cancel: cancel also puts the drink in the slot away"""

    def cancel(self):
        c = super().cancel()
        self.out = []
        return c
