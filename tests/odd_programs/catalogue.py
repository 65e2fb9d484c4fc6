class Owned(Exception):
    pass


class Unknown(KeyError):
    pass


class R_Dict:
    """A dict as a set, and a generator as the reply."""

    def no_titles(self):
        self.d = {}

    def acquire(self, some):
        if self.d.keys() & some:
            raise Owned
        self.d |= {t: True for t in some}

    def discard(self, some):
        if some - self.d.keys():
            raise Unknown(some)
        for t in some:
            self.d.pop(t)

    def titles(self):
        return (t for t in self.d)


class R_Flags:
    """Three flags; the method is bound in the constructor."""

    def __init__(self):
        self.f = [False] * 3
        self.no_titles = self.clear

    def clear(self):
        self.f[:] = [False] * 3

    _i = {"dune": 0, "emma": 1, "ulysses": 2}

    def acquire(self, some):
        i = [self._i[t] for t in some]
        for k in i:
            if self.f[k]:
                raise Owned()
        for k in i:
            self.f[k] = True

    def discard(self, some):
        i = {self._i[t] for t in some}
        if not all(self.f[k] for k in i):
            raise Unknown()
        for k in i:
            self.f[k] = False

    def titles(self):
        return list(filter(lambda t: self.f[self._i[t]], ("ulysses", "emma", "dune")))


class R_Upper:
    """Keeps names in capitals and returns dict.keys()."""

    def no_titles(self):
        self.k = {}

    def acquire(self, some):
        for t in some:
            if t.upper() in self.k:
                raise Owned
        for t in some:
            self.k[t.upper()] = t

    def discard(self, some):
        new = dict(self.k)
        for t in some:
            if new.pop(t.upper(), None) is None:
                raise Unknown
        self.k = new

    def titles(self):
        return self.k.values()


class W_NotAtomic(R_Flags):
    """acquired-once|acquire: acquires the first ones and then refuses"""

    def acquire(self, some):
        for t in sorted(some):
            if self.f[self._i[t]]:
                raise Owned
            self.f[self._i[t]] = True


class W_AnyKnown(R_Dict):
    """known: one known title is enough"""

    def titles(self):
        return set(self.d)

    def discard(self, some):
        if some and not (some & self.d.keys()):
            raise Unknown
        for t in some:
            self.d.pop(t, None)


class W_KeepsTitles(R_Flags):
    """begins-empty: a second no_titles does not clear"""

    def __init__(self):
        super().__init__()
        self.no_titles = lambda: None
