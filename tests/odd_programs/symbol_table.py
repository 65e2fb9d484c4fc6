from enum import Enum


class Declared(Exception):
    pass


class Full(Exception):
    pass


class Reserved(Exception):
    pass


class Undeclared(Exception):
    pass


class Type(Enum):
    INTEGER = 0
    BOOLEAN = 1


class R_Pairs:
    def init(self):
        self.p = []

    def _i(self, name):
        for i, (n, _) in enumerate(self.p):
            if n == name:
                return i
        raise Undeclared

    def declare(self, name, kind):
        if name in ("if", "while"):
            raise Reserved
        if any(n == name for n, _ in self.p):
            raise Declared
        if len(self.p) == 2:
            raise Full
        self.p.append([name, kind])

    def update(self, name, kind):
        self.p[self._i(name)][1] = kind

    def remove(self, name):
        del self.p[self._i(name)]

    def lookup(self, name):
        return self.p[self._i(name)][1]

    def is_declared(self, name):
        return name in [n for n, _ in self.p]

    def names(self):
        return {n for n, _ in self.p}

    def size(self):
        return len(self.p)


class R_OwnEnum(R_Pairs):
    def declare(self, name, kind):
        super().declare(name, Type[kind.upper()])

    def update(self, name, kind):
        super().update(name, Type[kind.upper()])

    def names(self):
        return [n for n, _ in reversed(self.p)]


class R_DictSub(dict):
    def init(self):
        self.clear()

    def __missing__(self, k):
        raise Undeclared(k)

    def declare(self, name, kind):
        if name in {"while", "if"}:
            raise Reserved
        if name in self:
            raise Declared
        if len(self) >= 2:
            raise Full
        self[name] = kind

    def update(self, name, kind):
        self[name]
        self[name] = kind

    def remove(self, name):
        self[name]
        del self[name]

    def lookup(self, name):
        return self[name]

    def is_declared(self, name):
        return name in self

    def names(self):
        return frozenset(self)

    def size(self):
        return len(self.keys())


class R_Keys(R_DictSub):
    def names(self):
        return self.keys()


class R_Tuple(R_DictSub):
    def names(self):
        return tuple(self)


class W_FullFirst(R_DictSub):
    def declare(self, name, kind):
        if len(self) >= 2:
            raise Full
        super().declare(name, kind)


class W_ReservedIfOnly(R_DictSub):
    def declare(self, name, kind):
        if name == "while" and len(self) < 2:
            self[name] = kind
        else:
            super().declare(name, kind)


class W_UpdateAdds(R_DictSub):
    def update(self, name, kind):
        self[name] = kind


class W_RemoveAll(R_DictSub):
    def remove(self, name):
        self[name]
        self.clear()


class W_CaseFold(R_DictSub):
    def declare(self, name, kind):
        super().declare(name.lower(), kind)


class W_SizeStale(R_Pairs):
    n = 0

    def init(self):
        super().init()
        self.n = 0

    def declare(self, name, kind):
        super().declare(name, kind)
        self.n += 1

    def size(self):
        return self.n


class W_DuplicateNames(R_Pairs):
    def names(self):
        return [n for n, _ in self.p] + [n for n, _ in self.p[:1]]


class R_Parallel:
    """Two parallel lists in the order of names; the names come from a generator."""

    def init(self):
        self.known, self.kinds = [], []

    def declare(self, name, kind):
        if name in ("if", "while"):
            raise Reserved(name)
        if name in self.known:
            raise Declared(name)
        if len(self.known) > 1:
            raise Full
        at = sum(other < name for other in self.known)
        self.known.insert(at, name)
        self.kinds.insert(at, kind)

    def _at(self, name):
        try:
            return self.known.index(name)
        except ValueError as error:
            raise Undeclared(name) from error

    def update(self, name, kind):
        self.kinds[self._at(name)] = kind

    def remove(self, name):
        at = self._at(name)
        self.kinds.pop(at)
        self.known.pop(at)

    def lookup(self, name):
        return self.kinds[self._at(name)]

    def is_declared(self, name):
        return name in self.known

    def names(self):
        yield from self.known

    def size(self):
        return len(self.known)
