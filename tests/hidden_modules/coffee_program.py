"""The coffee machine as a reader of the specification may write it."""


class NoWater(Exception):
    pass


class Coffee:
    def init(self):
        self.water = 0
        self.count = 0

    def fill(self):
        self.water = 4

    def brew(self, drink):
        need = 1 if drink == "espresso" else 2
        if self.water < need:
            raise NoWater
        self.water -= need
        self.count += 1

    def served(self):
        return self.count
