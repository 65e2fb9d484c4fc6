from odd_programs.catalogue import Owned, R_Dict, R_Flags, R_Upper, Unknown


class W_TwoReplaceTheRest:
    """acquire: a batch of two takes the place of what the library has"""

    def no_titles(self):
        self.owned = frozenset()

    def acquire(self, batch):
        if self.owned & batch:
            raise Owned
        self.owned = frozenset(batch) if len(batch) == 2 else self.owned | batch

    def discard(self, batch):
        if not self.owned >= batch:
            raise Unknown
        self.owned -= batch

    def titles(self):
        return self.owned


class W_SkipsTheSecond(R_Upper):
    """discard: of a batch every second title stays, as when a list is changed while read"""

    def discard(self, batch):
        if any(t.upper() not in self.k for t in batch):
            raise Unknown
        for t in sorted(batch)[::2]:
            del self.k[t.upper()]


class W_RefusesAfterwards(R_Dict):
    """failed-call|known?|discard?: a batch with an unknown title is refused when the known ones are gone"""

    def discard(self, batch):
        missing = batch - self.d.keys()
        for t in batch - missing:
            del self.d[t]
        if missing:
            raise Unknown


class W_NeverAgain(R_Flags):
    """acquired-once|discard?: a title that was discarded cannot be acquired any more"""

    def clear(self):
        super().clear()
        self.had = set()

    def acquire(self, some):
        if self.had & some:
            raise Owned
        super().acquire(some)
        self.had |= some


class W2_NothingIsOwnedAndEmmaStays(R_Dict):
    """acquired-once|discard: an empty batch is refused as owned; emma is never discarded"""

    def acquire(self, some):
        if not some:
            raise Owned
        super().acquire(some)

    def discard(self, some):
        super().discard(some)
        if "emma" in some:
            self.d["emma"] = True


class W_KeepsTheBatch(R_Dict):
    """discard: the batch is kept, and all other titles go"""

    def discard(self, batch):
        if batch - self.d.keys():
            raise Unknown
        if batch:
            self.d = {t: True for t in batch}
