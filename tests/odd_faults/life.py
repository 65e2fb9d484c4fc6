from odd_programs.life import OutOfBounds


class W_FullWorldStays:
    """begins-empty: a world without room for more life is not cleared"""

    def init(self):
        if len(getattr(self, "alive", ())) < 9:
            self.alive = set()

    def toggle(self, row, col):
        self.is_alive(row, col)
        self.alive ^= {(row, col)}

    def step(self):
        near = [
            (r + a, c + b)
            for r, c in self.alive
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
            if (a or b) and 0 <= r + a < 3 and 0 <= c + b < 3
        ]
        lives = {place for place in near if near.count(place) == 3}
        self.alive = lives | {place for place in self.alive if near.count(place) == 2}

    def is_alive(self, row, col):
        if not (0 <= row < 3 and 0 <= col < 3):
            raise OutOfBounds
        return (row, col) in self.alive

    def population(self):
        return len(self.alive)


class W_FullWorldSurvives(W_FullWorldStays):
    """survival|birth|neighbours: a cell with eight living neighbours survives"""

    def init(self):
        self.alive = set()

    def step(self):
        is_full = len(self.alive) == 9
        super().step()
        if is_full:
            self.alive.add((1, 1))
