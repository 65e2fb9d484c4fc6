from odd_programs.vending_machine import R_Coins, R_Slots, R_States, Waiting


class W_RefillsOne(R_Slots):
    """refill: a drink that is sold out gets one bottle only"""

    def refill(self, drink):
        setattr(self, drink, 2 if getattr(self, drink) else 1)


class W_LastTakesTheOther(R_Slots):
    """select: with the last bottle of a drink one of the other drink goes as well"""

    def select(self, drink):
        super().select(drink)
        other = "water" if drink == "cola" else "cola"
        if getattr(self, drink) == 0 and getattr(self, other):
            setattr(self, other, getattr(self, other) - 1)


class W_RefusedCoinCounts(R_Coins):
    """failed-call|insert?: a coin is refused while a drink waits, and counts all the same"""

    def insert(self, coin):
        self.coins.append({"quarter": 1, "dollar": 4}[coin])
        if self.out:
            raise Waiting


class W_CancelsOnce(R_States):
    """cancel: the money is given back, but only the first time it is taken off the credit"""

    def init(self):
        super().init()
        self.cancelled = False

    def cancel(self):
        if self._c and self.cancelled:
            return self._c
        self.cancelled = self.cancelled or self._c > 0
        return super().cancel()


class W_TakeEndsTheSale(R_Slots):
    """take: with the drink the credit is gone"""

    def take(self):
        drink = super().take()
        self.money = 0
        return drink


class W2_ForgetsTheTrayAndSellsWaterDear(R_Slots):
    """init|select: init leaves the drink in the slot; water takes all the credit"""

    def __init__(self):
        self.tray = ""
        self.init()

    def init(self):
        self.cola = self.water = 2
        self.money = 0

    def select(self, drink):
        super().select(drink)
        if drink == "water":
            self.money = 0


class W_TakesFromTheFuller(R_Slots):
    """select: the bottle is taken from the shelf that has more, if the other has one left"""

    def select(self, drink):
        super().select(drink)
        other = "water" if drink == "cola" else "cola"
        if getattr(self, drink) == 0 and getattr(self, other) == 2:
            setattr(self, drink, 1)
            setattr(self, other, 1)


class W_CreditInAByte(R_Slots):
    """insert: the credit is kept in a byte"""

    def insert(self, coin):
        super().insert(coin)
        self.money &= 0xFF
