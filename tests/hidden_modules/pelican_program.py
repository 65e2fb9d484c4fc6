"""The pelican crossing as a reader of its specification may write it."""


class Off(Exception):
    pass


class On(Exception):
    pass


class Stuck(Exception):
    pass


class Pelican:
    def init(self):
        self.light, self.ticks = "green", 0
        self.wanted, self.presses = False, 0

    def _demand_power(self):
        if self.light == "dark":
            raise Off

    def _show(self, light):
        self.light, self.ticks = light, 0

    def press(self):
        self._demand_power()
        if self.presses == 4:
            raise Stuck
        self.presses += 1
        if self.light == "green":
            self.wanted = True

    def tick(self):
        self._demand_power()
        self.ticks += 1
        if self.light == "green":
            if self.wanted and self.ticks >= 3:
                self._show("amber")
                self.wanted = False
        elif self.light == "amber":
            self._show("red")
        elif self.ticks == 2:
            self._show("green")

    def unstick(self):
        self._demand_power()
        self.presses = 0
        self.wanted = False

    def switch_off(self):
        self._demand_power()
        self._show("dark")
        self.wanted = False

    def switch_on(self):
        if self.light != "dark":
            raise On
        self._show("red")

    def cars(self):
        return self.light
