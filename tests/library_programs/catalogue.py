"""A catalogue as a reader of the specification may write it: marks on a shelf."""


class Owned(Exception):
    pass


class Unknown(Exception):
    pass


class Shelf:
    def no_titles(self):
        self.marks = {"dune": False, "emma": False, "ulysses": False}

    def acquire(self, some):
        if any(self.marks[title] for title in some):
            raise Owned
        for title in some:
            self.marks[title] = True

    def discard(self, some):
        if not all(self.marks[title] for title in some):
            raise Unknown
        for title in some:
            self.marks[title] = False

    def titles(self):
        return [title for title, is_owned in reversed(self.marks.items()) if is_owned]
