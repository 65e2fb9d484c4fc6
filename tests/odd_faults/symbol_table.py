from odd_programs.symbol_table import Declared, Full, R_DictSub, R_Pairs, R_Parallel, Reserved, Undeclared


class W_UpdateGivesAllTheType(R_DictSub):
    """one-type: update gives the other name the type as well"""

    def update(self, name, kind):
        self[name]
        for other in self:
            self[other] = kind


class W_RemovesTheLast(R_Pairs):
    """remove: the name that was declared last goes, whichever is to"""

    def remove(self, name):
        self._i(name)
        self.p.pop()


class W_UpdateCounts(R_Parallel):
    """size|one-type?: an update counts as one more name"""

    def init(self):
        super().init()
        self.count = 0

    def declare(self, name, kind):
        super().declare(name, kind)
        self.count += 1

    def update(self, name, kind):
        super().update(name, kind)
        self.count += 1

    def remove(self, name):
        super().remove(name)
        self.count -= 1

    def size(self):
        return self.count


class W_NeverAgain(R_DictSub):
    """declared-once|remove?: a name that was removed cannot be declared any more"""

    def init(self):
        super().init()
        self.seen = set()

    def declare(self, name, kind):
        if name in self.seen and name not in self:
            raise Declared
        super().declare(name, kind)
        self.seen.add(name)


class W_OldTypeComesBack:
    """one-type|remove?: a name that was removed gets its old type when it is declared again"""

    def init(self):
        self.kinds, self.now = {}, []

    def declare(self, name, kind):
        if name in ("if", "while"):
            raise Reserved
        if name in self.now:
            raise Declared
        if len(self.now) == 2:
            raise Full
        self.now.append(name)
        self.kinds.setdefault(name, kind)

    def update(self, name, kind):
        self.lookup(name)
        self.kinds[name] = kind

    def remove(self, name):
        self.lookup(name)
        self.now.remove(name)

    def lookup(self, name):
        if name not in self.now:
            raise Undeclared
        return self.kinds[name]

    def is_declared(self, name):
        return name in self.now

    def names(self):
        return set(self.now)

    def size(self):
        return len(self.now)


class W2_WhileIsFreeAndOneType(R_Pairs):
    """reserved|one-type: while can be declared; the second name gets the type of the first"""

    def declare(self, name, kind):
        if name == "while" and name not in self.names() and len(self.p) < 2:
            self.p.append([name, kind])
        elif name == "while":
            raise Declared if name in self.names() else Full
        else:
            super().declare(name, kind)
        self.p[-1][1] = self.p[0][1]


class W_RemovesTheFirst(R_Pairs):
    """remove: the name that was declared first goes, whichever is to"""

    def remove(self, name):
        self._i(name)
        del self.p[0]


class W_ForgetsTheTypesOfAll(R_DictSub):
    """remove: with a name the type of the other one is set back to integer"""

    def remove(self, name):
        super().remove(name)
        for other in self:
            self[other] = "integer"


class W_ReservedInCapitals(R_DictSub):
    """reserved: a word of the language in capitals is no name either"""

    def declare(self, name, kind):
        if name.lower() in ("if", "while"):
            raise Reserved
        super().declare(name, kind)


class W_KeepsTheNamesAskedFor:
    """begins-empty: names are computed when they are asked for, and kept until one is declared or
    removed; init clears the table alone"""

    def __init__(self):
        self.kept = None

    def init(self):
        self.table = {}

    def declare(self, name, kind):
        if name in ("if", "while"):
            raise Reserved
        if name in self.table:
            raise Declared
        if len(self.table) == 2:
            raise Full
        self.table[name], self.kept = kind, None

    def update(self, name, kind):
        if name not in self.table:
            raise Undeclared
        self.table[name] = kind

    def remove(self, name):
        if self.table.pop(name, None) is None:
            raise Undeclared
        self.kept = None

    def lookup(self, name):
        try:
            return self.table[name]
        except KeyError:
            raise Undeclared from None

    def is_declared(self, name):
        return name in self.table

    def names(self):
        if self.kept is None:
            self.kept = frozenset(self.table)
        return self.kept

    def size(self):
        return len(self.names())


class W_NamesAreProperties(R_Pairs):
    """one-type|declared-once?|undeclared?|names?|size?: __proto__ is no name, as in JavaScript"""

    def declare(self, name, kind):
        super().declare(name, kind)
        if name == "__proto__":
            self.remove(name)


class W_NamesAreAttributes(R_Pairs):
    """declared-once|one-type?|undeclared?|names?|size?: what every object has is declared"""

    def declare(self, name, kind):
        if hasattr(object, name):
            raise Declared
        super().declare(name, kind)


class W_SixtyFourLetters(R_Pairs):
    """one-type|declared-once?|undeclared?|names?|size?|remove?: longer names are cut off"""

    def declare(self, name, kind):
        super().declare(name[:64], kind)

    def is_declared(self, name):
        return super().is_declared(name[:64])

    def lookup(self, name):
        return super().lookup(name[:64])

    def update(self, name, kind):
        super().update(name[:64], kind)

    def remove(self, name):
        super().remove(name[:64])
