from odd_programs.stack import Empty, Full, R_Deque, R_Linked


class W_SecondPopTakesTwo(R_Linked):
    """last-in-first-out: a pop that comes right after a pop takes two away"""

    popped = False

    def init(self):
        super().init()
        self.popped = False

    def push(self, item):
        super().push(item)
        self.popped = False

    def pop(self):
        super().pop()
        if self.popped and self.head:
            self.head = self.head[1]
        self.popped = True


class W_ThreeCells:
    """last-in-first-out: there are three cells only, so the fourth push overwrites the bottom"""

    def init(self):
        self.cells = [0, 0, 0]
        self.n = 0

    def push(self, item):
        if self.n == 4:
            raise Full
        self.cells[self.n % 3] = item
        self.n += 1

    def pop(self):
        if self.n == 0:
            raise Empty
        self.n -= 1

    def top(self):
        if self.n == 0:
            raise Empty
        return self.cells[(self.n - 1) % 3]

    def depth(self):
        return self.n


class W_CountsEveryPush(R_Linked):
    """capacity|last-in-first-out?: a pop makes no room, since the pushes are counted from the beginning"""

    def init(self):
        super().init()
        self.pushes = 0

    def push(self, item):
        if self.pushes == 4:
            raise Full
        super().push(item)
        self.pushes += 1


class W_PopOfNothingCounts:
    """failed-call|empty?: a pop of an empty stack is refused, and counts all the same"""

    def __init__(self):
        self.items, self.n = {}, 0

    def init(self):
        self.__init__()

    def push(self, item):
        if self.n >= 4:
            raise Full
        self.items[self.n] = item
        self.n += 1

    def pop(self):
        self.n -= 1
        if self.n < 0:
            raise Empty

    def top(self):
        if self.n <= 0:
            raise Empty
        return self.items[self.n - 1]

    def depth(self):
        return self.n


class W2_FullAtThreeAndInitKeeps(R_Deque):
    """capacity|begins-empty: there is room for three, and init keeps what there is"""

    def __init__(self):
        super().init()

    def init(self):
        pass

    def push(self, item):
        if len(self.d) == 3:
            raise Full
        super().push(item)


class W_RefusedPopCounts(W_PopOfNothingCounts):
    """failed-call|empty?: a refused pop counts, but depth shows no negative number"""

    def depth(self):
        return max(self.n, 0)


class W_PopSwapsTwo(R_Deque):
    """last-in-first-out: a pop of four leaves the bottom two in the wrong order"""

    def pop(self):
        four = len(self.d) == 4
        super().pop()
        if four:
            self.d[1], self.d[2] = self.d[2], self.d[1]


class W_TwentyFifthPushDropsTheBottom:
    """last-in-first-out|depth?: every 25th push of a game loses the bottom item"""

    def init(self): self.a = []; self.n = 0
    def push(self, item):
        if len(self.a) == 4: raise Full
        self.a.append(item); self.n += 1
        if self.n % 25 == 0: del self.a[0]
    def pop(self):
        if not self.a: raise Empty
        self.a.pop()
    def top(self):
        if not self.a: raise Empty
        return self.a[-1]
    def depth(self): return len(self.a)
