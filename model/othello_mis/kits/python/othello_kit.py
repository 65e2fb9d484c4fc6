"""Lets othello-mis call your Othello.

In the section that is yours, uncomment each routine that your code has, and call your code there.
The rest is not checked. Conventions: othello-mis check --help.
othello-mis check and modspec check othello_spec.othello are the same command. Then:

othello-mis check --impl 'python3 othello_kit.py'
"""

import builtins
import io
import json
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

answers, sys.stdout = sys.stdout, sys.stderr  # so that what your code prints does no harm
requests, sys.stdin = sys.stdin, io.StringIO()  # and so that your code never waits for input


def ask(prompt: object = "") -> str:
    """Raise EOFError: no person is there to type an answer."""
    raise EOFError(f"your code asks for input: {prompt}")


builtins.input = ask

ROUTINES: dict[str, Callable[..., object]] = {}

# ---- your part -----------------------------------------------------------------------------------
# from othello import Othello, Player
# game = Othello()
# def player(who): return Player.BLACK if who == "black" else Player.WHITE
# def name(disc, otherwise="empty"): return disc.name.lower() if disc else otherwise
# ROUTINES["init"] = lambda: game.init()
# ROUTINES["move"] = lambda row, col: game.move(row, col)
# ROUTINES["is_valid_move"] = lambda row, col, who: game.is_valid_move(row, col, player(who))
# ROUTINES["cell"] = lambda row, col: name(game.cell(row, col))
# ROUTINES["turn"] = lambda: name(game.turn())
# ROUTINES["count"] = lambda who: game.count(player(who))
# ROUTINES["winner"] = lambda: name(game.winner(), "draw")
# ROUTINES["game_over"] = lambda: game.game_over()
# ROUTINES["has_valid_moves"] = lambda who: game.has_valid_moves(player(who))
# ---- nothing to change below this line -----------------------------------------------------------


REFUSALS = {"move": "InvalidMove", "pass_turn": "InvalidPass"}


def reply(routine: str, *arguments: int | str) -> str:
    """Return the reply to one call: its output, or the exception that it raised."""
    try:
        out = ROUTINES[routine](*arguments)
        if out is False and routine in REFUSALS:
            return json.dumps({"exc": REFUSALS[routine], "detail": f"{routine} returned False"})
        return json.dumps({"out": None if routine in ("init", *REFUSALS) else out})
    except (Exception, SystemExit) as error:  # noqa: BLE001  # the checker judges each of them
        name = re.sub("(?<=.)(Exception|Error)$", "", type(error).__name__)
        words = re.match(r"[A-Za-z]+( [A-Za-z]+)*(?![A-Za-z0-9])", str(error))
        if type(error) is Exception and words:  # Exception("invalid move: 3, 4") is InvalidMove
            name = "".join(word[0].upper() + word[1:] for word in words[0].split())
        file, number, *_ = traceback.extract_tb(error.__traceback__)[-1]
        why = f"{type(error).__name__}: {error} ({Path(file).name}, line {number})"
        return json.dumps({"exc": name, "detail": why[:200]})


for line in requests:
    request = json.loads(line)
    if "hello" in request:
        said = f'"hello":1,"routines":{json.dumps([*ROUTINES])}'
    else:
        said = f'"replies":[{",".join(reply(*call) for call in request["calls"])}]'
    print(f'{{"id":{request["id"]},{said}}}', file=answers, flush=True)
