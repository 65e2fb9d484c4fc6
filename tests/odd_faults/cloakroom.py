from odd_programs.cloakroom import Empty, Full, HangsHere, NotHere, R_Pairs, R_Row


class W_OthersMoveUp:
    """fetch: the coat on the second hook moves to the first when that one is fetched"""

    def init(self):
        self.coats = []

    def hand_in(self, coat):
        if coat in self.coats:
            raise HangsHere
        if len(self.coats) == 2:
            raise Full
        self.coats.append(coat)
        return len(self.coats) - 1

    def fetch(self, hook):
        self.coat_on(hook)
        return self.coats.pop(hook)

    def hook_of(self, coat):
        if coat not in self.coats:
            raise NotHere
        return self.coats.index(coat)

    def is_free(self, hook):
        return hook >= len(self.coats)

    def coat_on(self, hook):
        if hook >= len(self.coats):
            raise Empty
        return self.coats[hook]


class W_IndexKeepsTheCoat(R_Row):
    """fetch?|one-hook?: the index from coat to hook keeps a coat that was fetched"""

    def init(self):
        super().init()
        self.index = {}

    def hand_in(self, coat):
        if coat in self.index:
            raise HangsHere
        self.index[coat] = hook = super().hand_in(coat)
        return hook

    def hook_of(self, coat):
        if coat not in self.index:
            raise NotHere
        return self.index[coat]


class W_FetchMakesNoRoom(R_Pairs):
    """full|fetch?: the room is full when two coats were handed in, though they were fetched"""

    def init(self):
        super().init()
        self.count = 0

    def hand_in(self, coat):
        if any(other == coat for _, other in self.pairs):
            raise HangsHere
        if self.count == 2:
            raise Full
        self.count += 1
        return super().hand_in(coat)


class W_NumberOfTheOther(R_Row):
    """free-hook: the first guest gets the number of the hook beside the coat"""

    def hand_in(self, coat):
        first = self.row == [None, None]
        hook = super().hand_in(coat)
        return 1 - hook if first else hook


class W2_SecondIsFreeAndInitKeeps(R_Row):
    """hooks|begins-empty: the second hook is always said to be free; init keeps the coats"""

    def __init__(self):
        super().init()

    def init(self):
        pass

    def is_free(self, hook):
        return hook == 1 or super().is_free(hook)


class W_TakesTheOther(R_Pairs):
    """fetch: of two coats the one on the other hook is gone, and the one fetched stays"""

    def fetch(self, hook):
        coat = self.coat_on(hook)
        gone = hook if len(self.pairs) == 1 else 1 - hook
        self.pairs = tuple(pair for pair in self.pairs if pair[0] != gone)
        return coat


class W_LookingTakes(R_Row):
    """queries-pure: to see which coat hangs on a hook, it is taken"""

    def hand_in(self, coat):
        if coat in self.row:
            raise HangsHere
        if None not in self.row:
            raise Full
        hook = self.row.index(None)
        self.row[hook] = coat
        return hook

    def coat_on(self, hook):
        coat, self.row[hook] = super().coat_on(hook), None
        return coat
