import random


class Empty(Exception):
    pass


class Full(Exception):
    pass


class HangsHere(Exception):
    pass


class NotHere(Exception):
    pass


class R_Row:
    """A row of hooks, searched from either end at random."""

    def init(self):
        self.row = [None, None]

    def hand_in(self, coat):
        if coat in self.row:
            raise HangsHere
        free = [number for number, there in enumerate(self.row) if there is None]
        if not free:
            raise Full
        hook = random.choice(free)
        self.row[hook] = coat
        return hook

    def fetch(self, hook):
        coat, self.row[hook] = self.coat_on(hook), None
        return coat

    def hook_of(self, coat):
        if coat not in self.row:
            raise NotHere
        return self.row.index(coat)

    def is_free(self, hook):
        return self.row[hook] is None

    def coat_on(self, hook):
        if self.row[hook] is None:
            raise Empty
        return self.row[hook]


class R_Pairs:
    """Pairs of a hook and a coat, in the order in which they came."""

    def init(self):
        self.pairs = ()

    def hand_in(self, coat):
        if any(other == coat for _, other in self.pairs):
            raise HangsHere
        free = {0, 1} - {hook for hook, _ in self.pairs}
        if not free:
            raise Full
        self.pairs += ((max(free), coat),)
        return self.pairs[-1][0]

    def fetch(self, hook):
        coat = self.coat_on(hook)
        self.pairs = tuple(pair for pair in self.pairs if pair[0] != hook)
        return coat

    def hook_of(self, coat):
        for hook, other in self.pairs:
            if other == coat:
                return hook
        raise NotHere

    def is_free(self, hook):
        return all(hook != other for other, _ in self.pairs)

    def coat_on(self, hook):
        for other, coat in self.pairs:
            if other == hook:
                return coat
        raise Empty


class W_StaysOnItsHook(R_Row):
    """fetch: the coat is handed out, and stays on its hook."""

    def fetch(self, hook):
        return self.coat_on(hook)


class W_AnyHook(R_Row):
    """free-hook|hooks: a coat is hung over another one."""

    def hand_in(self, coat):
        if coat in self.row:
            raise HangsHere
        if None not in self.row:
            raise Full
        self.row[0] = coat
        return 0


class W_TwiceIsFine(R_Pairs):
    """one-hook: the same coat is taken once more."""

    def hand_in(self, coat):
        free = {0, 1} - {hook for hook, _ in self.pairs}
        if not free:
            raise Full
        self.pairs += ((min(free), coat),)
        return self.pairs[-1][0]
