"""A cloakroom as a reader of the specification may write it: the last hook first."""


class Empty(Exception):
    pass


class Full(Exception):
    pass


class HangsHere(Exception):
    pass


class NotHere(Exception):
    pass


class Room:
    def init(self):
        self.free, self.hooks = [0, 1], {}

    def hand_in(self, coat):
        if coat in self.hooks:
            raise HangsHere
        if not self.free:
            raise Full
        hook = self.free.pop()
        self.hooks[coat] = hook
        return hook

    def fetch(self, hook):
        for coat, other in self.hooks.items():
            if other == hook:
                del self.hooks[coat]
                self.free.append(hook)
                return coat
        raise Empty

    def hook_of(self, coat):
        if coat not in self.hooks:
            raise NotHere
        return self.hooks[coat]

    def is_free(self, hook):
        return hook in self.free

    def coat_on(self, hook):
        for coat, other in self.hooks.items():
            if other == hook:
                return coat
        raise Empty
