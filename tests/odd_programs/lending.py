from collections import defaultdict


class Lent(Exception):
    pass


class NotBorrowed(Exception):
    pass


class NotThere(Exception):
    pass


class TooMany(Exception):
    pass


class R_Where:
    """A map from title to its place: None in the house, else the member."""

    def init(self):
        self.at = {}

    def buy(self, some):
        if any(t in self.at for t in some):
            raise Lent
        self.at.update(dict.fromkeys(some))

    def sell(self, some):
        if not all(t in self.at and self.at[t] is None for t in some):
            raise NotThere
        for t in list(some):
            del self.at[t]

    def borrow(self, member, some):
        if [t for t in some if self.at.get(t, "x") is not None]:
            raise NotThere
        if len(self.borrowed(member)) + len(some) > 2:
            raise TooMany
        for t in some:
            self.at[t] = member

    def give_back(self, member, some):
        if [t for t in some if self.at.get(t) != member]:
            raise NotBorrowed
        for t in some:
            self.at[t] = None

    def borrowed(self, member):
        return [t for t, m in self.at.items() if m == member]

    def available(self):
        return tuple(sorted(t for t in self.at if self.at[t] is None))


class R_Bits:
    """Bit masks for sets of titles."""

    T = ("dune", "emma", "ulysses")

    def _b(self, some):
        return sum(1 << self.T.index(t) for t in some)

    def _s(self, b):
        return {t for i, t in enumerate(self.T) if b >> i & 1}

    def init(self):
        self.house = 0
        self.l = defaultdict(int)

    def _lent(self):
        b = 0
        for v in self.l.values():
            b |= v
        return b

    def buy(self, some):
        b = self._b(some)
        if b & (self.house | self._lent()):
            raise Lent("owned")
        self.house |= b

    def sell(self, some):
        b = self._b(some)
        if b & ~self.house:
            raise NotThere
        self.house ^= b

    def borrow(self, member, some):
        b = self._b(some)
        if b & ~self.house:
            raise NotThere
        if bin(self.l[member] | b).count("1") > 2:
            raise TooMany
        self.l[member] |= b
        self.house &= ~b

    def give_back(self, member, some):
        b = self._b(some)
        if b & self.l[member] != b:
            raise NotBorrowed
        self.l[member] -= b
        self.house |= b

    def borrowed(self, member):
        return frozenset(self._s(self.l[member]))

    def available(self):
        return self._s(self.house)


class R_LiveSets:
    """Returns its own sets, the live ones; a module-like class with class attributes."""

    owned = set()
    of = {}

    @classmethod
    def init(cls):
        cls.owned = set()
        cls.of = {"ada": set(), "ben": set()}

    @classmethod
    def buy(cls, some):
        if cls.owned & set(some):
            raise Lent
        cls.owned.update(some)

    @classmethod
    def sell(cls, some):
        if not set(some) <= cls.available():
            raise NotThere
        cls.owned.difference_update(some)

    @classmethod
    def available(cls):
        return cls.owned - cls.of["ada"] - cls.of["ben"]

    @classmethod
    def borrow(cls, member, some):
        mine = cls.of[member]
        if not set(some).issubset(cls.available()):
            raise NotThere
        if len(mine | some) > 2:
            raise TooMany
        mine |= some

    @classmethod
    def give_back(cls, member, some):
        if not cls.of[member] >= some:
            raise NotBorrowed
        cls.of[member] -= some

    @classmethod
    def borrowed(cls, member):
        return cls.of[member]


class W_LimitOne(R_Bits):
    """limit: three titles at once are refused only when the member had none ... counts only what was had before"""

    def borrow(self, member, some):
        b = self._b(some)
        if b & ~self.house:
            raise NotThere
        if bin(self.l[member]).count("1") >= 2 and b:
            raise TooMany
        self.l[member] |= b
        self.house &= ~b


class W_SellLent(R_Where):
    """there: may sell what is lent"""

    def sell(self, some):
        if not all(t in self.at for t in some):
            raise NotThere
        for t in list(some):
            del self.at[t]


class W_PartialBorrow(R_Where):
    """there|limit|borrow: the titles before the one that is missing are lent though the call fails"""

    def borrow(self, member, some):
        if len(self.borrowed(member)) + len(some) > 2 and all(
            self.at.get(t, "x") is None for t in some
        ):
            raise TooMany
        for t in sorted(some):
            if self.at.get(t, "x") is not None:
                raise NotThere
            self.at[t] = member
