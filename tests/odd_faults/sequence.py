from odd_programs.sequence import Full, NoPosition, R_Linked, R_List


class W_OneListForAll:
    """begins-empty|order?: the list is a default argument, so that all sequences share it"""

    def __init__(self, items=[]):
        self.items = items

    def add(self, i, item):
        if not 0 <= i <= len(self.items):
            raise NoPosition
        if len(self.items) == 3:
            raise Full
        self.items.insert(i, item)

    def remove(self, i):
        if not 0 <= i < len(self.items):
            raise NoPosition
        del self.items[i]

    def at(self, i):
        if not 0 <= i < len(self.items):
            raise NoPosition
        return self.items[i]

    def size(self):
        return len(self.items)


class W_ThirdReplacesTheOneThere(R_List):
    """order: a third element put in first takes the place of the one there, and the other is doubled"""

    def add(self, i, item):
        before = list(self)
        super().add(i, item)
        if len(before) == 2 and i == 0:
            self[:] = [item, before[1], before[1]]


class W_RemoveFirstOfThreeTurns(R_Linked):
    """order: when the first of three is taken out, the two others change places"""

    def remove(self, i):
        three = self.size() == 3
        super().remove(i)
        if three and i == 0:
            self.h = [self.h[1][0], [self.h[0], None]]


class W_RemoveMakesNoRoom(R_List):
    """capacity|order?: the room that an element took is not free when it is taken out"""

    def __init__(self):
        super().__init__()
        self.room = 3

    def add(self, i, item):
        if not 0 <= i <= len(self):
            raise NoPosition
        if self.room == 0:
            raise Full
        self.insert(i, item)
        self.room -= 1


class W_NoPositionPastTheRoom(R_List):
    """positions|capacity?: the position after the last of three is said not to exist"""

    def add(self, i, item):
        if i >= 3:
            raise NoPosition
        super().add(i, item)


class W2_AddsAtEndAndSizeOfFull(R_List):
    """order|size: an element put in between two goes to the end; the size of three is four"""

    def add(self, i, item):
        super().add(2 if (i, len(self)) == (1, 2) else i, item)

    def size(self):
        return 4 if len(self) == 3 else len(self)


class W_RemovesTheNext(R_List):
    """order: the element after the position is taken out if there is one"""

    def remove(self, i):
        super().remove(i + 1 if 0 <= i < len(self) - 1 else i)


class W_LastIsMinusOne(R_List):
    """positions: -1 is the position of the last"""

    def remove(self, i):
        super().remove(len(self) - 1 if i == -1 and len(self) else i)

    def at(self, i):
        return super().at(len(self) - 1 if i == -1 and len(self) else i)


class W_RemovesFromTheEnd(R_List):
    """positions: negative positions count from the end when an element is taken out"""

    def remove(self, i):
        super().remove(len(self) + i if -len(self) <= i < 0 else i)
