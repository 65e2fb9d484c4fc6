"""A class of ten: what ten students hand in who were to write a stack.

    python tests/stack_class.py ASSIGNMENT SUBMISSIONS

writes a folder for each of them. Some use the starter kit of the assignment, some need none.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

PYTHON: Final = """
class Empty(Exception):
    pass


class Full(Exception):
    pass


class Stack:
    def init(self):
        self.items = []

    def push(self, item):
        if len(self.items) == 4:
            raise Full("no room")
        self.items.append(item)

    def pop(self):
        if not self.items:
            raise Empty("nothing there")
        self.items.pop()

    def top(self):
        if not self.items:
            raise Empty("nothing there")
        return self.items[-1]

    def depth(self):
        return len(self.items)
"""

JAVA: Final = """
class Empty extends Exception {}
class Full extends Exception {}

class Stack {
    int[] items = new int[4];
    int used;

    void init() { used = 0; }
    void push(int item) throws Full { if (used == 4) throw new Full(); items[used++] = item; }
    void pop() throws Empty { if (used == 0) throw new Empty(); used--; }
    int top() throws Empty { if (used == 0) throw new Empty(); return items[used - 1]; }
    int depth() { return used; }
}
"""

JAVASCRIPT: Final = """
class Empty extends Error {}
class Full extends Error {}

export class Stack {
  init() { this.items = []; }
  push(item) { if (this.items.length === 4) throw new Full(); this.items.push(item); }
  pop() { if (this.items.length === 0) throw new Empty(); this.items.pop(); }
  top() { if (this.items.length === 0) throw new Empty(); return this.items.at(-1); }
  depth() { return this.items.length; }
}
"""

PROGRAMS: Final = {
    "python": ("stack.py", PYTHON),
    "java": ("Stack.java", JAVA),
    "javascript": ("stack.mjs", JAVASCRIPT),
}

CLASS: Final = {
    "ada": ("python", "", ""),
    "ben": ("java", "", ""),
    "cem": ("javascript", "", ""),
    "dia": ("python", "items[-1]", "items[0]"),
    "eva": ("java", "used == 4", "used == 3"),
    "fay": ("javascript", "this.items = [];", "this.items ??= [];"),
    "gus": ("python", '        if not self.items:\n            raise Empty("nothing there")\n', ""),
    "hal": ("java", "int depth()", "int depth("),
    "ida": ("python", "return len(self.items)", "return 1 + len(self.items)"),
}
"""Who writes in which language, and what text of a sound program stands otherwise in theirs."""


def hand_in(assignment: Path, name: str, folder: Path) -> None:
    """Write what a student hands in."""
    language, old, new = CLASS[name]
    file, program = PROGRAMS[language]
    assert not old or old in program
    folder.mkdir(parents=True)
    (folder / file).write_text(program.replace(old, new) if old else program, encoding="utf-8")
    if language != "python":  # which is judged as it is
        (kit,) = (assignment / "student" / "kits" / language).iterdir()
        text = re.sub(
            r"^( *)// (?=const|routines|static|offer)", r"\1", kit.read_text("utf-8"), flags=re.M
        )
        (folder / kit.name).write_text(text, encoding="utf-8")


def main(assignment: Path, submissions: Path) -> None:
    """Write what the class hands in; the tenth has nothing but an excuse."""
    for name in CLASS:
        hand_in(assignment, name, submissions / name)
    (submissions / "jon").mkdir()
    (submissions / "jon" / "notes.txt").write_text("I ran out of time.\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
