from collections import deque

from odd_programs.queue import Empty, Full, R_Ring, R_TwoStacks


class W_WaitsOnce:
    """first-in-first-out: a number that waits already gives up its place and goes to the end"""

    def init(self):
        self.line = []

    def enqueue(self, number):
        if len(self.line) == 3:
            raise Full
        if number in self.line:
            self.line.remove(number)
        self.line.append(number)

    def leave(self):
        if not self.line:
            raise Empty
        return self.line.pop(0)

    def front(self):
        if not self.line:
            raise Empty
        return self.line[0]

    def length(self):
        return len(self.line)


class W_RefusedYetPushesOut:
    """failed-call|capacity?: who comes to a full queue is refused, and stands in it for the first one"""

    def init(self):
        self.line = deque(maxlen=3)

    def enqueue(self, number):
        full = len(self.line) == 3
        self.line.append(number)
        if full:
            raise Full

    def leave(self):
        self.front()
        return self.line.popleft()

    def front(self):
        if not self.line:
            raise Empty
        return self.line[0]

    def length(self):
        return len(self.line)


class W_LastLeavesUncounted(R_TwoStacks):
    """first-in-first-out|length?: the counter does not notice when the only one leaves"""

    def init(self):
        super().init()
        self.count = 0

    def enqueue(self, number):
        super().enqueue(number)
        self.count += 1

    def leave(self):
        number = super().leave()
        if self.a or self.b:
            self.count -= 1
        return number

    def length(self):
        return self.count


class W_LeaveOfThreeTurnsTheRest(R_TwoStacks):
    """first-in-first-out: when one of three leaves, the other two change places"""

    def leave(self):
        three = self.length() == 3
        number = super().leave()
        if three:
            self.a, self.b = [], self.b[::-1] + self.a
        return number


class W2_FrontOfThreeAndFour(R_Ring):
    """first-in-first-out|capacity: the front of three is the last; there is room for four"""

    N = 4

    def front(self):
        number = super().front()
        return self.buf[(self.h + 2) % 4] if self.n == 3 else number

    def leave(self):
        number = super().front()
        self.h = (self.h + 1) % self.N
        self.n -= 1
        return number


class W_LastGoesHome(R_TwoStacks):
    """first-in-first-out: the first one is served, but the last one leaves"""

    def init(self):
        self.a, self.b = [], []

    def leave(self):
        number = self.front()
        self.a, self.b = self.b[::-1] + self.a, []
        self.a.pop()
        return number


class W_PeeksByLeaving:
    """queries-pure: a dictionary by number of arrival; front lets the first one leave, and puts it
    back under the number of the second one"""

    def init(self):
        self.line, self.first, self.end = {}, 0, 0

    def enqueue(self, number):
        if self.end - self.first == 3:
            raise Full
        self.line[self.end] = number
        self.end += 1

    def leave(self):
        if self.first not in self.line:
            raise Empty
        self.first += 1
        return self.line.pop(self.first - 1)

    def front(self):
        number = self.leave()
        self.line[self.first] = number
        return number

    def length(self):
        return len(self.line)


class W_CountsOneOfTwoStacks:
    """queries-pure|length|capacity: two stacks, of which the length of one is the length of all"""

    def init(self):
        self.inbox, self.outbox = [], []

    def enqueue(self, number):
        if self.length() == 3:
            raise Full
        self.inbox.append(number)

    def _turn(self):
        if not self.outbox:
            self.outbox, self.inbox = self.inbox[::-1], []
        if not self.outbox:
            raise Empty

    def leave(self):
        self._turn()
        return self.outbox.pop()

    def front(self):
        self._turn()
        return self.outbox[-1]

    def length(self):
        return len(self.inbox) or len(self.outbox)


class W_HeadInAByte:
    """first-in-first-out: a ring whose head and tail are bytes; 256 is no multiple of three"""

    def init(self):
        self.ring = [0] * 3
        self.head = self.tail = 0

    def enqueue(self, number):
        if self.length() == 3:
            raise Full
        self.ring[self.tail % 3] = number
        self.tail = (self.tail + 1) & 0xFF

    def leave(self):
        number = self.front()
        self.head = (self.head + 1) & 0xFF
        return number

    def front(self):
        if self.length() == 0:
            raise Empty
        return self.ring[self.head % 3]

    def length(self):
        return (self.tail - self.head) & 0xFF


class W_NobodyIsMinus999(R_TwoStacks):
    """empty: the number -999 stands for nobody"""

    def front(self):
        number = super().front()
        if number == -999:
            raise Empty
        return number


class W_LeaveUncountedInARing:
    """first-in-first-out|length?|capacity?: who leaves is counted still, and the ring is of the class"""

    ring = [0, 0, 0]

    def init(self):
        self.head = self.count = 0

    def enqueue(self, number):
        if self.count == 3:
            raise Full
        self.ring[(self.head + self.count) % 3] = number
        self.count += 1

    def leave(self):
        number = self.front()
        self.head = (self.head + 1) % 3
        return number

    def front(self):
        if self.count == 0:
            raise Empty
        return self.ring[self.head]

    def length(self):
        return self.count


class W_PouredTooEarly(R_TwoStacks):
    """first-in-first-out|begins-empty?: one stack is poured onto the other that is not empty"""

    def _shift(self):
        while self.a:
            self.b.append(self.a.pop())
        super()._shift()
