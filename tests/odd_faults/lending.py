from odd_programs.lending import Lent, NotThere, R_Bits, R_LiveSets, R_Where, TooMany


class W_BorrowReplaces(R_Bits):
    """borrow: what a member takes replaces what they had; that is nowhere then"""

    def borrow(self, member, some):
        before = self.l[member]
        super().borrow(member, some)
        if some:
            self.l[member] &= ~before


class W_LimitForEver(R_Where):
    """limit|give-back?: the limit counts what was borrowed ever, also what came back"""

    def init(self):
        super().init()
        self.taken = {"ada": 0, "ben": 0}

    def borrow(self, member, some):
        if [t for t in some if self.at.get(t, "x") is not None]:
            raise NotThere
        if self.taken[member] + len(some) > 2:
            raise TooMany
        super().borrow(member, some)
        self.taken[member] += len(some)


class W_GivesBackAll(R_Where):
    """give-back: whoever brings one title back has none any more"""

    def give_back(self, member, some):
        super().give_back(member, some)
        if some:
            for title in self.borrowed(member):
                self.at[title] = None


class W_SellsOneOnly(R_Where):
    """sell: of the titles that are sold, the last one by name stays"""

    def sell(self, some):
        if not all(t in self.at and self.at[t] is None for t in some):
            raise NotThere
        for title in sorted(some)[: max(1, len(some) - 1)]:
            self.at.pop(title, None)


class W_BuysWhatIsLent(R_LiveSets):
    """there: a title that is lent can be bought once more"""

    @classmethod
    def buy(cls, some):
        if cls.available() & set(some):
            raise Lent
        cls.owned.update(some)


class W2_BuyForgetsAndOneEach(R_Where):
    """buy|limit: a title that is bought takes the place of those in the house; one may have one"""

    def buy(self, some):
        super().buy(some)
        if some:
            for title in [t for t, m in self.at.items() if m is None and t not in some]:
                del self.at[title]

    def borrow(self, member, some):
        if [t for t in some if self.at.get(t, "x") is not None]:
            raise NotThere
        if len(self.borrowed(member)) + len(some) > 1:
            raise TooMany
        super().borrow(member, some)


class W_OnTheOthersCard(R_Where):
    """borrow: whoever borrows two titles at once has the second put on the other member's card"""

    def borrow(self, member, some):
        super().borrow(member, some)
        if len(some) == 2:
            self.at[max(some)] = "ben" if member == "ada" else "ada"


class W_SellsTheRest(R_Where):
    """sell: the titles that are sold stay, and the others in the house go"""

    def sell(self, some):
        if not all(t in self.at and self.at[t] is None for t in some):
            raise NotThere
        for title in self.available():
            if some and title not in some:
                del self.at[title]


class W_SellsAll(R_Where):
    """sell: with the titles that are sold all others in the house go"""

    def sell(self, some):
        if not all(t in self.at and self.at[t] is None for t in some):
            raise NotThere
        for title in self.available():
            if some:
                del self.at[title]


class W_BuysOneOnly(R_Where):
    """buy: of the titles that are bought only the first by name is there"""

    def buy(self, some):
        super().buy(some)
        for title in sorted(some)[1:]:
            del self.at[title]
