"""A symbol table as a reader of the specification may write it: a list of pairs."""


class Declared(Exception):
    pass


class Undeclared(Exception):
    pass


class Full(Exception):
    pass


class Reserved(Exception):
    pass


class Table:
    def init(self):
        self.pairs = []

    def place(self, name):
        for number, (known, _) in enumerate(self.pairs):
            if known == name:
                return number
        raise Undeclared

    def declare(self, name, value):
        if name in ("if", "while"):
            raise Reserved
        if self.is_declared(name):
            raise Declared
        if len(self.pairs) == 2:
            raise Full
        self.pairs.append((name, value))

    def update(self, name, value):
        self.pairs[self.place(name)] = (name, value)

    def remove(self, name):
        del self.pairs[self.place(name)]

    def lookup(self, name):
        return self.pairs[self.place(name)][1]

    def is_declared(self, name):
        return any(known == name for known, _ in self.pairs)

    def names(self):
        return {name for name, _ in self.pairs}

    def size(self):
        return len(self.pairs)
