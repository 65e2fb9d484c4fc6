"""What ``init`` finds in the sources beside a kit: names, parameters, how a game begins."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from modlab.commands.init import init, kit_commands, own_kit, starter_kit
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
        "let game = Match::start();",
        '("move", |game, c| say(game.place(game.to_move(), c.col, c.row))),',
        '("is_valid_move", |game, c| say(game.allowed(c.who, c.col, c.row))),',
        '("has_valid_moves", |game, c| say(game.can_move(c.who))),',
    ),
}


def own_part(folder: Path, language: str, code: str | None = None) -> str:
    """Return the part of a kit that is written beside a source."""
    name, text = SOURCES[language]
    source = folder / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text if code is None else code, encoding="utf-8")
    target = folder / starter_kit(COURSE, language).name
    return parts(filled_in(own_kit(COURSE, language, target).text))[1]


@pytest.mark.parametrize("language", SOURCES)
def test_the_kit_has_the_names_and_the_order_of_the_sources(language: str, tmp_path: Path) -> None:
    lines = [line.strip() for line in own_part(tmp_path, language).splitlines()]
    assert [] == [line for line in LINES[language] if line not in lines]


@pytest.mark.parametrize("language", SOURCES)
def test_a_source_that_defines_too_little_changes_nothing(language: str, tmp_path: Path) -> None:
    kit = starter_kit(COURSE, language).read_text(encoding="utf-8")
    assert parts(filled_in(kit))[1] == own_part(tmp_path, language, "def turn(): pass\n")


def test_another_routine_whose_name_ends_so_is_not_taken(tmp_path: Path) -> None:
    code = "def remove(): pass\ndef can_move(): pass\ndef switch_turn(): pass\ndef count(): pass\n"
    code += "def cell(): pass\ndef winner(): pass\n"
    part = own_part(tmp_path, "python", code)
    assert "game.move(row, col)" in part
    assert "game.turn()" in part
    assert "lambda who: game.can_move()" in part


def test_sources_of_other_programs_are_not_looked_at(tmp_path: Path) -> None:
    kit = starter_kit(COURSE, "javascript").read_text(encoding="utf-8")
    library = tmp_path / "node_modules" / "reversi" / "index.js"
    library.parent.mkdir(parents=True)
    library.write_text(SOURCES["javascript"][1])
    assert kit == own_kit(COURSE, "javascript", tmp_path / "othello_mis.mjs").text


def test_parameters_that_are_not_understood_stay_in_the_kits_order(tmp_path: Path) -> None:
    code = SOURCES["python"][1].replace("self, side, x: int, y: int = 0", "self, thing, who")
    assert "game.isLegal(row, col, player(who))" in own_part(tmp_path, "python", code)


# -- shapes ----------------------------------------------------------------------------------------

SHAPES: Final = {
    "a routine that takes no player, and a property": (
        "python",
        {
            "game.py": """
class Game:
    def makeMove(self, row, col): ...
    def isValidMove(self, row, col): ...
    def getPiece(self, row, col): ...
    def getScore(self): ...
    @property
    def isOver(self): ...
""",
        },
        (
            'ROUTINES["is_valid_move"] = lambda row, col, who: game.isValidMove(row, col)',
            'ROUTINES["cell"] = lambda row, col: name(game.getPiece(row, col))',
            'ROUTINES["count"] = lambda who: game.getScore(player(who))',
            'ROUTINES["game_over"] = lambda: game.isOver',
        ),
    ),
    "a square that is one number, and players that are constants": (
        "java",
        {
            "Reversi.java": """
public class Reversi {
    public static final int EMPTY = 0, BLACK = 1, WHITE = 2;
    public Reversi() { }
    public int getTurn() { return 0; }
    public int getWinner() { return 0; }
    public void play(int square) { }
    public boolean isLegal(int square, int who) { return true; }
    public int get(int square) { return 0; }
}
""",
        },
        (
            'static int player(String who) { return who.equals("black") '
            "? Reversi.BLACK : Reversi.WHITE; }",
            'static String name(int disc) { return disc == Reversi.BLACK ? "black" '
            ': disc == Reversi.WHITE ? "white" : "empty"; }',
            'offer("winner", (row, col, who) -> game.getWinner() == Reversi.EMPTY ? "draw" '
            ": name(game.getWinner()));",
            'offer("move", (row, col, who) -> { game.play(8 * row + col); return null; });',
            'offer("is_valid_move", (row, col, who) -> game.isLegal(8 * row + col, player(who)));',
            'offer("cell", (row, col, who) -> name(game.get(8 * row + col)));',
        ),
    ),
    "a square that is a name, and a move that takes the player": (
        "java",
        {
            "Game.java": """
public class Game {
    public Colour currentPlayer() { return null; }
    public void putDisc(String name, Colour who) throws IllegalMove { }
    public boolean isAllowed(Colour who, String name) { return true; }
}
""",
        },
        (
            'offer("move", (row, col, who) -> '
            "{ game.putDisc(\"\" + (char) ('a' + col) + (row + 1), game.currentPlayer()); "
            "return null; });",
            'offer("is_valid_move", (row, col, who) -> '
            "game.isAllowed(player(who), \"\" + (char) ('a' + col) + (row + 1)));",
        ),
    ),
    "a routine of another one's name, as its parameter shows": (
        "javascript",
        {
            "othello.js": """
let cells = [], player = "black";
function restart() { cells = []; }
function turned(y, x, p) { return []; }
function canPlay(p) { return true; }
function points(p) { return 0; }
function isOver() { return !canPlay("black") && !canPlay("white"); }
""",
        },
        (
            'const game = page("othello.js");',
            "routines.turn = () => name(game.player);",
            "routines.is_valid_move = (row, col, who) => game.isValidMove(row, col, player(who));",
            "routines.has_valid_moves = (who) => game.canPlay(player(who));",
        ),
    ),
    "a square that is a name in C": (
        "c",
        {
            "rev.h": """
void rev_start(void);
int rev_play(const char *name);
int rev_at(const char *name);
int rev_turn(void);
""",
        },
        (
            "#define MIS_move(row, col) MY(play)((char[]){'a' + col, '1' + row, 0})",
            "#define MIS_cell(row, col) MY(at)((char[]){'a' + col, '1' + row, 0})",
        ),
    ),
    "getters, and a call that looks like a definition": (
        "javascript",
        {
            "Game.js": """
export default class Game {
  get currentPlayer() { return 1; }
  placePiece(row, col) {
    return play(row, col);
  }
  pieceAt(row, col) { return 0; }
  get winner() { return 1; }
}
""",
        },
        (
            "routines.move = (row, col) => game.placePiece(row, col);",
            "routines.turn = () => name(game.currentPlayer);",
            'routines.winner = () => name(game.winner ?? "draw");',
        ),
    ),
    "a file by another name than its class, and the rules beside the board": (
        "typescript",
        {
            "src/types.ts": "export enum Colour { None = 0, Black = 1, White = -1 }",
            "src/board.ts": """
export class Board {
  get(row: number, col: number): number { return 0; }
  canMove(c: Colour): boolean { return true; }
  count(c: Colour): number { return 0; }
}
""",
            "src/rules.ts": """
export class OthelloGame {
  current = Colour.Black;
  tryMove(colour: Colour, row: number, col: number): boolean { return true; }
  isLegal(row: number, col: number): boolean { return true; }
  finished(): boolean { return false; }
}
""",
        },
        (
            'import { Colour } from "./src/types";',
            'import { OthelloGame } from "./src/rules";',
            "routines.move = (row, col) => game.tryMove(game.current, row, col);",
            "routines.is_valid_move = (row, col, who) => game.isLegal(row, col);",
        ),
    ),
    "a game that the caller has by pointer, and helpers that are static": (
        "c",
        {
            "oth.h": """
typedef enum { OTH_EMPTY, OTH_BLACK, OTH_WHITE } disc;
typedef struct oth oth_t;
oth_t *oth_create(void);
disc oth_turn(const oth_t *game);
bool oth_is_legal(const oth_t *game, int row, int col);
int oth_move(oth_t *game, int row, int col);
""",
            "oth.c": """
static bool legal(const oth_t *g, disc me, int row, int col)
{
static bool any_move(const oth_t *g, disc me)
{
oth_t *oth_create(void)
{
disc oth_turn(const oth_t *g) { return g->turn; }
bool oth_is_legal(const oth_t *g, int row, int col) { return legal(g, g->turn, row, col); }
int oth_move(oth_t *g, int row, int col)
{
""",
        },
        (
            '#include "oth.h"',
            "static oth_t *game;",
            "#define MY(name) oth_##name /* without a prefix: #define MY(name) name */",
            "#define MIS_DISCS OTH_BLACK, OTH_WHITE, OTH_EMPTY, -1 "
            "/* your discs, and what `cell` says off the board */",
            "#define MIS_init() game = MY(create)()",
            "#define MIS_move(row, col) MY(move)(game, row, col)",
            "#define MIS_is_valid_move(row, col, who) MY(is_legal)(game, row, col)",
            "#define MIS_turn() MY(turn)(game)",
        ),
    ),
    "a game that is a value, and a player who is its member": (
        "c",
        {
            "game.h": """
typedef struct Game { Board board; Piece turn; } Game;
Game game_new(void);
bool game_move(Game *g, Piece player, int x, int y);
bool game_over(Game *g);
""",
        },
        (
            "static Game game;",
            "#define MIS_init() game = MY(new)()",
            "#define MIS_move(row, col) MY(move)(&game, game.turn, col, row)",
            "#define MIS_turn() game.turn",
            "#define MIS_game_over() MY(over)(&game)",
        ),
    ),
    "a routine that takes the game to begin it": (
        "c",
        {
            "engine.h": """
struct engine { int next; };
void engine_start(struct engine *e);
int engine_put(struct engine *e, int x, int y);
int engine_at(struct engine *e, int x, int y);
""",
        },
        (
            "static struct engine game;",
            "#define MIS_init() MY(start)(&game)",
            "#define MIS_move(row, col) MY(put)(&game, col, row)",
            "#define MIS_turn() game.next",
        ),
    ),
    "a routine that takes more than the kit gives": (
        "c",
        {
            "main.c": """
void setup(void)
{
int tryMove(char p, int r, int c, int doit)
{
int doMove(int r, int c)
{
int hasMoves(char p)
{
""",
        },
        ("#define MIS_move(row, col) MY(doMove)(row, col)",),
    ),
    "a library of a cargo workspace": (
        "rust",
        {
            "core/Cargo.toml": '[package]\nname = "othello-core"\n',
            "core/src/lib.rs": "pub mod board;\npub mod game;\n",
            "core/src/board.rs": """
pub enum Player { Black, White }
impl Board {
    pub fn new() -> Board { }
}
""",
            "core/src/game.rs": """
impl Default for Game {
    fn default() -> Game { }
}
impl Game {
    pub fn to_move(&self) -> Option<Player> { }
    pub fn is_legal(&self, row: u8, col: u8) -> bool { }
    pub fn play(&mut self, row: u8, col: u8) -> Result<(), Illegal> { }
}
""",
        },
        (
            "use othello_core::board::{Player};",
            "use othello_core::game::{Game};",
            "let discs = [Player::Black, Player::White];",
            "let game = Game::default();",
            '("init", |game, _| say(*game = Game::default())),',
            '("is_valid_move", |game, c| say(game.is_legal(c.row, c.col))),',
        ),
    ),
    "a program of one file with its main": (
        "rust",
        {
            "main.rs": """
fn new_game() -> Game { }
fn make_move(row: i32, col: i32) -> bool { }
fn can_move(p: char) -> bool { }
""",
        },
        ('#[path = "./main.rs"] mod game; // put pub before what is called here',),
    ),
    "a class in a namespace, and an empty square of another name": (
        "cpp",
        {
            "src/model/Board.hpp": """
namespace model {
enum class Colour { None, Black, White };
}
""",
            "src/rules/Reversi.hpp": """
#include "../model/Board.hpp"
namespace rules {
class Reversi {
public:
    void makeMove(Colour player, int row, int col);
    bool isLegal(int row, int col, Colour player) const;
    Colour currentPlayer() const;
};
}
""",
        },
        (
            "rules::Reversi game;",
            "#define MIS_DISCS model::Colour::Black, model::Colour::White, model::Colour::None "
            "// yours; then what `cell` says off it",
            "#define MIS_move(row, col) game.makeMove(game.currentPlayer(), row, col)",
        ),
    ),
    "an interface, and the class that implements it": (
        "cpp",
        {
            "IGame.h": """
class IGame {
public:
    virtual void Reset() = 0;
    virtual void PlacePiece(int row, int col) = 0;
    virtual int CurrentPlayer() const = 0;
};
""",
            "OthelloGame.h": """
class OthelloGame : public IGame {
public:
    void Reset() override { }
    void PlacePiece(int row, int col) override { }
    int CurrentPlayer() const override { return 1; }
};
""",
        },
        ('#include "OthelloGame.h"', "OthelloGame game;", "#define MIS_init() game.Reset()"),
    ),
    "functions that take the game by reference": (
        "cpp",
        {
            "oth.hpp": """
void oth_init(OthGame& game);
OthResult oth_play(OthGame& game, char player, int row, int col);
char oth_turn(const OthGame& game);
int oth_count(const OthGame& game, char player);
""",
        },
        (
            "static OthGame game;",
            "#define MIS_init() oth_init(game)",
            "#define MIS_move(row, col) oth_play(game, oth_turn(game), row, col)",
            "#define MIS_count(who) oth_count(game, who)",
        ),
    ),
    "a default export, and players that are words": (
        "typescript",
        {
            "src/Reversi.ts": """
export type Colour = "black" | "white";
export default class Reversi {
  makeMove(player: Colour, row: number, col: number): void { }
  getDisc(row: number, col: number): Colour | null { return null; }
  get currentPlayer(): Colour { return this.player; }
}
""",
        },
        (
            'import Reversi from "./src/Reversi";',
            "const player = (who: Player) => who;",
            'const name = (disc?: string | null) => disc ?? "empty";',
            "routines.move = (row, col) => game.makeMove(game.currentPlayer, row, col);",
        ),
    ),
    "exported functions that take the player under a name of their own": (
        "typescript",
        {
            "oth.ts": """
export enum Disc { EMPTY, BLACK, WHITE }
export function othInit(): void { }
export function othMove(d: Disc, r: number, c: number): void { }
export function othTurn(): Disc { return Disc.BLACK; }
""",
        },
        (
            'const player = (who: Player) => (who === "black" ? game.Disc.BLACK : '
            "game.Disc.WHITE);",
            "routines.move = (row, col) => game.othMove(game.othTurn(), row, col);",
        ),
    ),
    "functions that are values of constants": (
        "typescript",
        {
            "oth.ts": """
export function othInit(): void { }
export function othMove(row: number, col: number): void { }
export const othTurn = () => mover;
export const othIsValid = (row: number, col: number, who: number) => flips(row, col, who) > 0;
export const othCount = (who: number): number => cells.filter((c) => c === who).length;
""",
        },
        (
            "routines.is_valid_move = (row, col, who) => game.othIsValid(row, col, player(who));",
            "routines.turn = () => name(game.othTurn());",
            "routines.count = (who) => game.othCount(player(who));",
        ),
    ),
    "an enumeration in a class": (
        "cpp",
        {
            "Game.hpp": """
class Game {
public:
    enum Color { NONE = 0, DARK = 1, LIGHT = 2 };
    void reset();
    Color playerToMove() const;
    bool finished() const;
};
""",
        },
        (
            "#define MIS_DISCS Game::Color::DARK, Game::Color::LIGHT, Game::Color::NONE "
            "// yours; then what `cell` says off it",
        ),
    ),
    "functions of a game that the file keeps": (
        "rust",
        {
            "oth.rs": """
pub fn oth_init() { }
pub fn oth_move(row: usize, col: usize) -> bool { }
pub fn oth_count(black: bool) -> usize { }
""",
        },
        (
            "mod oth;",
            "use oth::*;",
            '("init", |game, _| say(oth_init())),',
            '("move", |game, c| say(oth_move(c.row, c.col))),',
        ),
    ),
    "functions of a state, and players that are constants": (
        "rust",
        {
            "oth.rs": """
pub const EMPTY: char = '.';
pub const BLACK: char = 'B';
pub const WHITE: char = 'W';
pub fn oth_init() -> OthState { }
pub fn oth_move(s: &mut OthState, r: i8, c: i8) -> bool { }
pub fn oth_count(s: &OthState, p: char) -> usize { }
""",
        },
        (
            "use oth::*;",
            "let discs = [BLACK, WHITE, EMPTY];",
            "let game = oth_init();",
            '("init", |game, _| say(*game = oth_init())),',
            '("move", |game, c| say(oth_move(game, c.row, c.col))),',
            '("count", |game, c| say(oth_count(game, c.who))),',
        ),
    ),
    "functions of a board, and nothing that says whose turn it is": (
        "python",
        {
            "reversi.py": """
EMPTY, BLACK, WHITE = ".BW"
def create_board(): ...
def is_valid_move(board, row, col, player):
    return board[row][col] == EMPTY
def make_move(board, row, col, player): ...
def score(board, player): ...
""",
        },
        (
            "import reversi as game",
            "state = game.create_board()",
            'turn = "black"  # your routines do not say whose turn it is',
            'def player(who): return game.BLACK if who == "black" else game.WHITE',
            'ROUTINES["init"] = lambda: globals().update(state=game.create_board(), turn="black")',
            'ROUTINES["move"] = lambda row, col: game.make_move(state, row, col, player(turn))'
            "  # then change turn",
            'ROUTINES["is_valid_move"] = lambda row, col, who: '
            "game.is_valid_move(state, row, col, player(who))",
            'ROUTINES["cell"] = lambda row, col: name(state[row][col])',
            'ROUTINES["turn"] = lambda: turn',
            'ROUTINES["count"] = lambda who: game.score(state, player(who))',
        ),
    ),
    "functions that yield the next game, and a square that is a pair": (
        "python",
        {
            "game.py": """
def new_game():
    return {"board": {}, "turn": "black"}
def is_legal(state, pos, who):
    row, col = pos
    return state["board"][row, col] is None
def play(state, pos):
    return {**state, "turn": other(state["turn"])}
def count(state, who): ...
""",
        },
        (
            'ROUTINES["init"] = lambda: globals().update(state=game.new_game())',
            'ROUTINES["move"] = lambda row, col: '
            "globals().update(state=game.play(state, (row, col)))",
            'ROUTINES["is_valid_move"] = lambda row, col, who: '
            "game.is_legal(state, (row, col), player(who))",
            'ROUTINES["cell"] = lambda row, col: name(state["board"][row, col])',
            'ROUTINES["turn"] = lambda: name(state["turn"])',
        ),
    ),
    "static methods over an array of characters": (
        "java",
        {
            "Game.java": """
public class Game {
    static char[][] initBoard() { return new char[8][8]; }
    static boolean isValidMove(char[][] board, int row, int col, char player) {
        return board[row][col] == '.';
    }
    static boolean makeMove(char[][] board, int row, int col, char player) { return true; }
    static int winner(char[][] board) { return 0; }
}
""",
        },
        (
            "static char[][] state = Game.initBoard();",
            'static String turn = "black"; // your routines do not say whose turn it is',
            'offer("init", (row, col, who) -> '
            '{ state = Game.initBoard(); turn = "black"; return null; });',
            'offer("move", (row, col, who) -> '
            "Game.makeMove(state, row, col, player(turn))); // then change turn",
            'offer("is_valid_move", (row, col, who) -> '
            "Game.isValidMove(state, row, col, player(who)));",
            'offer("cell", (row, col, who) -> name(state[row][col]));',
            'offer("winner", (row, col, who) -> '
            'Game.winner(state) == 0 ? "draw" : name(Game.winner(state)));',
        ),
    ),
    "functions of a state that take the square as an array": (
        "javascript",
        {
            "rules.js": """
function createGame() { return { board: [], turn: 1 }; }
function legal(state, [r, c], p) { return !state.board[r][c]; }
function applyMove(state, [r, c]) {
  return { board: state.board, turn: 3 - state.turn };
}
const isFinished = (state) => false;
module.exports = { createGame, legal, applyMove, isFinished };
""",
        },
        (
            'const game = await import("./rules.js");',
            "let state = game.createGame();",
            "routines.init = () => { state = game.createGame(); };",
            "routines.move = (row, col) => { state = game.applyMove(state, [row, col]); };",
            "routines.is_valid_move = (row, col, who) => "
            "game.legal(state, [row, col], player(who));",
            "routines.cell = (row, col) => name(state.board[row][col]);",
            "routines.turn = () => name(state.turn);",
            "routines.game_over = () => game.isFinished(state);",
        ),
    ),
    "functions of a state that never changes": (
        "typescript",
        {
            "reversi.ts": """
export function start(): State { return { fields: [], next: 1 }; }
export function play(state: State, row: number, col: number): State { return state; }
export const isLegal = (state: State, row: number, col: number, player: number): boolean =>
  !state.fields[8 * row + col] && state.next === player;
""",
        },
        (
            'import * as game from "./reversi";',
            "let state = game.start();",
            "routines.move = (row, col) => { state = game.play(state, row, col); };",
            "routines.is_valid_move = (row, col, who) => "
            "game.isLegal(state, row, col, player(who));",
            "routines.cell = (row, col) => name(state.fields[8 * row + col]);",
            "routines.turn = () => name(state.next);",
        ),
    ),
}
"""By what is peculiar: the language, the sources, lines of the kit that is written."""


def test_the_commands_name_the_sources_of_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {
        "lib/game.cpp": '#include "oth/game.h"\nvoid init() {}\n',
        "include/oth/game.h": "void init();\n",
        "app.cpp": "int main() { }\n",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = kit_commands(COURSE, own_kit(COURSE, "cpp", Path("othello_mis.cpp")).text)
    compiler = "c++ -std=c++17 -O2 -Iinclude -o mis othello_mis.cpp lib/game.cpp"
    assert [compiler, "othello-mis check --impl ./mis"] == commands


@pytest.mark.parametrize(
    ("sources", "lines"),
    [
        (
            ("src/main.rs", "src/game/mod.rs"),
            ['#[path = "../game/mod.rs"] mod game;', "use game::{Player, Game};"],
        ),
        (
            ("src/lib.rs", "src/game.rs"),
            ["use board_games::game::{Player, Game};", "use board_games::{Rules};"],
        ),
    ],
)
def test_a_program_of_cargo_is_built_by_cargo(
    sources: tuple[str, str], lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = """
pub enum Player { Black, White }
impl Rules for Game {
    fn new() -> Self { }
    fn make_move(&mut self, row: i32, col: i32) { }
    fn turn(&self) -> Player { }
}
"""
    texts = {
        "Cargo.toml": '[package]\nname = "board-games"\n',
        sources[0]: "mod game;\npub trait Rules { }\n",
        sources[1]: game if sources[0] == "src/lib.rs" else game.replace("Rules for ", ""),
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert 0 == init(COURSE, "rust", ".", force=False)
    kit = Path("src/bin/othello_mis.rs").read_text(encoding="utf-8")
    assert [] == [line for line in lines if f"// {line}" not in kit]
    program = "../../target/release/othello_mis"
    due = ["cargo build --release --quiet", f"othello-mis check --impl {program}"]
    assert due == kit_commands(COURSE, kit)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_program_of_another_shape_is_called_as_it_is(
    shape: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    language, sources, due = SHAPES[shape]
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = own_kit(COURSE, language, Path(starter_kit(COURSE, language).name))
    lines = [line.strip() for line in parts(filled_in(found.text))[1].splitlines()]
    assert [] == [line for line in due if line not in lines]
    asked = [line for line in due if "is_valid_move" in line]
    takes_player = all(re.search(r"player\(who\)|c\.who|, who\)$", line) for line in asked)
    is_square = any(re.search(r"[( ]8 \* |'a' \+|\"abcdefgh\"", line) for line in due)
    expected = [
        *(["off-board=trusted"] if is_square else []),
        *([] if takes_player else ["valid-moves=on-turn"]),
    ]
    assert expected == found.convention.split()
