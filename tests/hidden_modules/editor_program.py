"""An editor with two stacks: what stands before the cursor, and what comes after it, reversed."""


class AtEdge(Exception):
    pass


class Full(Exception):
    pass


class NothingCut(Exception):
    pass


class NothingToUndo(Exception):
    pass


class Editor:
    def __init__(self):
        self.init()

    def init(self):
        self.before, self.behind, self.clip, self.old = [], [], [], None

    def size(self):
        return len(self.before) + len(self.behind)

    def save(self):
        self.old = self.before + self.behind[::-1]

    def type_key(self, key):
        if self.size() >= 4:
            raise Full
        self.save()
        self.before.append(key)

    def left(self):
        if not self.before:
            raise AtEdge
        self.behind.append(self.before.pop())

    def right(self):
        if not self.behind:
            raise AtEdge
        self.before.append(self.behind.pop())

    def cut(self):
        if not self.before:
            raise AtEdge
        self.save()
        self.clip = self.before
        self.before = []

    def paste(self):
        if not self.clip:
            raise NothingCut
        if self.size() + len(self.clip) > 4:
            raise Full
        self.save()
        self.before = self.before + self.clip

    def undo(self):
        if self.old is None:
            raise NothingToUndo
        self.before, self.behind, self.old = self.old, [], None

    def after(self):
        if not self.behind:
            raise AtEdge
        return self.behind[-1]
