from odd_programs.route import NoStop, Point, R_Coords, R_List, R_Running, TooLong


class W_UndoOfThreeForgetsTheFirst(R_List):
    """undo: of three stops the first one is left out"""

    def undo(self):
        if not self.w:
            raise NoStop
        del self.w[0 if len(self.w) == 3 else -1]


class W_StaysWhereItIs(R_List):
    """go: a way to the point where one is makes no stop"""

    def go(self, p):
        if len(self.w) == 3:
            raise TooLong
        if not self.w or self.w[-1].dist(p) > 0:
            self.w.append(p)


class W_UndoesOnce(R_Running):
    """undo: only one step can be undone before the next go"""

    def init(self):
        super().init()
        self.undone = False

    def go(self, p):
        super().go(p)
        self.undone = False

    def undo(self):
        if self.n is None:
            raise NoStop
        if not self.undone:
            super().undo()
        self.undone = True


class W_ShortensByTheWayBack(R_List):
    """undo?|length?: undo takes the way to the first stop off the length, not that to the last"""

    def init(self):
        super().init()
        self.total = 0.0

    def go(self, p):
        super().go(p)
        if len(self.w) > 1:
            self.total += self.w[-2].dist(p)

    def undo(self):
        if len(self.w) > 1:
            self.total -= self.w[-1].dist(self.w[0])
        super().undo()

    def length(self):
        return self.total


class W_UndoMakesNoRoom(R_Coords):
    """longest|undo?: a route ends after three stops, though some were left out"""

    def init(self):
        super().init()
        self.gone = 0

    def go(self, p):
        if self.gone == 3:
            raise TooLong
        super().go(p)
        self.gone += 1


class W2_GoesToTheFrontAndCountsTwo(R_List):
    """go|count: a third stop is put in before the second; more than two stops are not counted"""

    def go(self, p):
        if len(self.w) == 3:
            raise TooLong
        self.w.insert(1 if len(self.w) == 2 else len(self.w), p)

    def stops(self):
        return min(2, len(self.w))


class W_UndoesTheOneBefore(R_List):
    """undo: of two stops or more the last but one is left out"""

    def undo(self):
        if not self.w:
            raise NoStop
        del self.w[-2 if len(self.w) > 1 else -1]
