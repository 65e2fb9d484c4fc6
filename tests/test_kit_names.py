"""What ``init`` finds in the sources beside a kit: names, parameters, how a game begins."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from modlab.commands.init import own_kit, starter_kit
from othello_mis.course import COURSE
from student_programs import filled_in, parts

SOURCES: Final = {
    "python": (
        "board_game.py",
        """
class Match:
    def __init__(self):
        self.current_player = DARK

    def makeMove(self, x, y, side): ...
    def remove(self, row, col): ...
    def canMove(self, who): ...
    def isLegal(self, side, x: int, y: int = 0): ...
    def __init_subclass__(cls): ...
    def points(self, side): ...
""",
    ),
    "java": (
        "src/edu/uni/Board.java",
        """
package edu.uni;
public class Board {
    enum Stone { BLACK, WHITE, NONE }
    public static class NoMoveException extends RuntimeException { }
    public void newGame() { }
    public void makeMove(Stone player, int r, int c) { }
    public boolean isLegalMove(Stone player, int r, int c) { return true; }
    public void passTurn() { }
    public Stone getCurrentPlayer() { return null; }
    public int countDiscs(Stone player) { return 0; }
}
""",
    ),
    "c": (
        "lib/rev.h",
        """
void rev_start(void);
int rev_play(int x, int y);
bool rev_can_play(int who, int x, int y);
int rev_at(int x, int y);
""",
    ),
    "cpp": (
        "engine.hpp",
        """
class Engine {
public:
    void Init();
    bool IsValidMove(unsigned row, unsigned col, const std::string& p);
    int Cell(unsigned row, unsigned col);
    int Turn() const { return turn_; }
};
""",
    ),
    "javascript": (
        "game.js",
        """
// no exports
const Game = {
  start() { this.cells = []; },
  canPlay(x, y, p) { return true; },
  play(x, y) { },
  isOver() { return false; },
};
""",
    ),
    "typescript": (
        "src/game.ts",
        """
export class Game {
  turn: string;
  play(player: string, row: number, col: number): void { }
  isLegal(row: number, col: number, player: string): boolean { return true; }
  score(player: string): number { return 0; }
}
""",
    ),
    "rust": (
        "reversi.rs",
        """
impl Match {
    pub fn start() -> Match { }
    pub fn place(&mut self, side: Side, x: i64, y: i64) -> bool { }
    pub fn allowed(&self, s: Side, x: i64, y: i64) -> bool { }
    pub fn can_move(&self, s: Side) -> bool { }
    pub fn to_move(&self) -> Side { }
}
""",
    ),
}

LINES: Final = {
    "python": (
        "from board_game import Match",
        'ROUTINES["init"] = lambda: globals().update(game=type(game)())',
        'ROUTINES["move"] = lambda row, col: game.makeMove(col, row, game.current_player)',
        'ROUTINES["is_valid_move"] = lambda row, col, who: game.isLegal(player(who), col, row)',
        'ROUTINES["turn"] = lambda: name(game.current_player)',
        'ROUTINES["count"] = lambda who: game.points(player(who))',
        'ROUTINES["has_valid_moves"] = lambda who: game.canMove(player(who))',
        'ROUTINES["cell"] = lambda row, col: name(game.cell(row, col))',
    ),
    "java": (
        "import edu.uni.*;",
        "static Board game = new Board();",
        'static Stone player(String who) { return who.equals("black") '
        "? Stone.BLACK : Stone.WHITE; }",
        'offer("move", (row, col, who) -> { game.makeMove(game.getCurrentPlayer(), row, col); '
        "return null; });",
        'offer("is_valid_move", (row, col, who) -> game.isLegalMove(player(who), row, col));',
        'offer("count", (row, col, who) -> game.countDiscs(player(who)));',
    ),
    "c": (
        '#include "lib/rev.h"',
        "#define MY(name) rev_##name /* without a prefix: #define MY(name) name */",
        "#define MIS_init() MY(start)()",
        "#define MIS_move(row, col) MY(play)(col, row)",
        "#define MIS_is_valid_move(row, col, who) MY(can_play)(who, col, row)",
        "#define MIS_cell(row, col) MY(at)(col, row)",
    ),
    "cpp": (
        '#include "engine.hpp"',
        "Engine game;",
        "#define MIS_init() game.Init()",
        "#define MIS_is_valid_move(row, col, who) game.IsValidMove(row, col, who)",
    ),
    "javascript": (
        'const game = page("game.js").Game;',
        "routines.init = () => game.start();",
        "routines.move = (row, col) => game.play(col, row);",
        "routines.is_valid_move = (row, col, who) => game.canPlay(col, row, player(who));",
        "routines.game_over = () => game.isOver();",
    ),
    "typescript": (
        "let game = new Game();",
        "routines.init = () => { game = new Game(); };",
        "routines.move = (row, col) => game.play(game.turn, row, col);",
        "routines.is_valid_move = (row, col, who) => game.isLegal(row, col, player(who));",
        "routines.turn = () => name(game.turn);",
    ),
    "rust": (
        "mod reversi;",
        "let game = Match::new();",
        '("move", |game, c| say(game.place(game.to_move(), c.col, c.row))),',
        '("is_valid_move", |game, c| say(game.allowed(c.who, c.col, c.row))),',
        '("has_valid_moves", |game, c| say(game.can_move(c.who))),',
    ),
}


def written(folder: Path, language: str, code: str | None = None) -> str:
    """Return the part of a kit that is written beside a source."""
    name, text = SOURCES[language]
    source = folder / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text if code is None else code, encoding="utf-8")
    target = folder / starter_kit(COURSE, language).name
    return parts(filled_in(own_kit(COURSE, language, target).text))[1]


@pytest.mark.parametrize("language", SOURCES)
def test_the_kit_has_the_names_and_the_order_of_the_sources(language: str, tmp_path: Path) -> None:
    lines = [line.strip() for line in written(tmp_path, language).splitlines()]
    assert [] == [line for line in LINES[language] if line not in lines]


@pytest.mark.parametrize("language", SOURCES)
def test_a_source_that_defines_too_little_changes_nothing(language: str, tmp_path: Path) -> None:
    kit = starter_kit(COURSE, language).read_text(encoding="utf-8")
    assert parts(filled_in(kit))[1] == written(tmp_path, language, "def turn(): pass\n")


def test_another_routine_whose_name_ends_so_is_not_taken(tmp_path: Path) -> None:
    code = "def remove(): pass\ndef can_move(): pass\ndef switch_turn(): pass\ndef count(): pass\n"
    code += "def cell(): pass\ndef winner(): pass\n"
    part = written(tmp_path, "python", code)
    assert "game.move(row, col)" in part
    assert "game.turn()" in part
    assert "game.can_move(player(who))" in part


def test_sources_of_other_programs_are_not_looked_at(tmp_path: Path) -> None:
    kit = starter_kit(COURSE, "javascript").read_text(encoding="utf-8")
    library = tmp_path / "node_modules" / "reversi" / "index.js"
    library.parent.mkdir(parents=True)
    library.write_text(SOURCES["javascript"][1])
    assert kit == own_kit(COURSE, "javascript", tmp_path / "othello_mis.mjs").text


def test_parameters_that_are_not_understood_stay_in_the_kits_order(tmp_path: Path) -> None:
    code = SOURCES["python"][1].replace("self, side, x: int, y: int = 0", "self, square, who")
    assert "game.isLegal(row, col, player(who))" in written(tmp_path, "python", code)
