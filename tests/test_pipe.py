"""Programs behind a pipe: sound ones answer like the same module in process, others are found out.

Nothing that a program does makes the checker raise, wait for long, or leave a process behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from modcheck.system import child, pipe
from modcheck.system.child import Child
from modcheck.system.implementation import ImplementationError, NumberText, Reply
from modcheck.system.in_process import InProcess
from modcheck.system.pipe import AFTERWARDS, LINE_BYTES, Pipe
from modcheck.system.protocol import ProtocolError, greeting_in, replies_in, visible
from modspec.run.machine import Call
from othello_suite.conventions import SQUARE_CALLS
from othello_suite.covering import recording
from othello_suite.scenarios import GAMES
from wrong_implementations.sound import Othello

TESTS = Path(__file__).parent
PROGRAMS = TESTS / "programs"
REFERENCE = TESTS.parent / "docs" / "reference" / "protocol.md"
PYTHON = shlex.quote(sys.executable)

ROUTINES = (
    "init",
    "move",
    "is_valid_move",
    "cell",
    "turn",
    "count",
    "winner",
    "game_over",
    "has_valid_moves",
)
PLAYERS = ("black", "white")
GAME = [
    Call("move", (move.row, move.col)) for move in GAMES["over with both colours and empty squares"]
]

Start = Callable[..., Pipe]
"""Starts a program, by its command line, that is ended after the test."""

Faulty = Callable[[str], str]
"""Writes a program whose answer to a line of calls is made by the given code; its command line."""


# -- help ------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def process_numbers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The numbers of the processes that a test has started; at its end none of them runs."""
    processes: list[subprocess.Popen[bytes]] = []
    numbers: list[int] = []

    class Recorded(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            processes.append(self)
            numbers.append(self.pid)

    monkeypatch.setattr(subprocess, "Popen", Recorded)
    yield numbers
    for process in processes:
        assert process.returncode is not None, f"{process.args!r} runs, or is a zombie"


@pytest.fixture
def start(process_numbers: list[int]) -> Iterator[Start]:
    with contextlib.ExitStack() as stack:

        def one(command: str, timeout: float = 10) -> Pipe:
            implementation = Pipe(command, timeout)
            stack.callback(implementation.close)
            return implementation

        yield one


@pytest.fixture
def faulty(tmp_path: Path) -> Faulty:
    def write(code: str) -> str:
        path = tmp_path / "faulty.py"
        body = textwrap.indent(textwrap.dedent(code), "    ")
        path.write_text(
            "import json, os, sys, time\n"
            "made = 0\n"
            "def say(text): print(text, flush=True)\n"
            "for line in sys.stdin:\n"
            "    request = json.loads(line)\n"
            "    number, calls = request['id'], request.get('calls', [])\n"
            "    made += len(calls)\n"
            "    answer = json.dumps({'id': number, 'replies': [{}] * len(calls)})\n"
            "    if not number:\n"
            '        say(\'{"id":0,"hello":1,"routines":["init","f"]}\')\n'
            f"        continue\n{body}"
        )
        return f"{PYTHON} {shlex.quote(str(path))}"

    return write


def misbehaving(name: str) -> str:
    return f"{PYTHON} {shlex.quote(str(PROGRAMS / 'misbehaving' / name))}.py"


def whole_game(moves: list[Call]) -> list[Call]:
    """A game in which everything is asked after each move, and moves that are refused are made."""
    calls = [Call("init")]
    for move in moves:
        calls += [
            *questions(),
            Call("move", (-1, 3)),
            Call("move", (0, 8)),
            Call("move", (3, 3)),
            move,
        ]
    return [*calls, *questions()]


def questions() -> list[Call]:
    places = [(row, col) for row in range(-1, 9) for col in range(-1, 9)]
    calls = [Call("cell", place) for place in places]
    calls += [Call("is_valid_move", (*place, player)) for place in places for player in PLAYERS]
    calls += [Call(name, (player,)) for name in ("count", "has_valid_moves") for player in PLAYERS]
    return [*calls, Call("turn"), Call("winner"), Call("game_over")]


def bare_game(moves: list[Call]) -> list[Call]:
    return [Call("init"), *moves]


def calls_of_f(count: int) -> list[Call]:
    return [Call("init"), *[Call("f")] * (count - 1)]


def in_process() -> InProcess:
    return InProcess(Othello(), ROUTINES)


def faults(replies: list[Reply]) -> list[int]:
    return [number for number, reply in enumerate(replies) if reply.fault is not None]


def assert_breaks_down(replies: list[Reply], calls: list[Call], at: int, why: str) -> None:
    """Replies until the call, there the fault, and then no more."""
    assert len(calls) == len(replies)
    assert list(range(at, len(calls))) == faults(replies)
    assert re.search(why, replies[at].fault or ""), replies[at].fault
    assert all(reply == AFTERWARDS for reply in replies[at + 1 :])


# -- sound programs --------------------------------------------------------------------------------


def compile_program(folder: Path) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler called cc")
    path = folder / "othello"
    source = PROGRAMS / "othello.c"
    subprocess.run([compiler, "-std=c99", "-O2", "-o", path, source], check=True)
    return shlex.quote(str(path))


def javascript(folder: Path) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node to run JavaScript")
    return f"{shlex.quote(node)} {shlex.quote(str(PROGRAMS / 'othello.mjs'))}"


def python(folder: Path) -> str:
    program_in_python = shlex.quote(str(PROGRAMS / "othello_pipe.py"))
    return (
        f"env PYTHONPATH={shlex.quote(str(TESTS))} "
        f"{PYTHON} {program_in_python} wrong_implementations.sound:Othello"
    )


@pytest.mark.parametrize("language", [compile_program, javascript, python])
def test_a_sound_program_answers_as_the_module_does_in_process(
    language: Callable[[Path], str], tmp_path: Path, start: Start
) -> None:
    implementation = start(language(tmp_path))
    assert frozenset(ROUTINES) == implementation.routines
    expected = in_process()
    for moves in (GAME, GAME[:7]):
        script = whole_game(moves)
        assert expected.answer(script) == implementation.answer(script)


def test_a_program_keeps_its_state_from_one_batch_to_the_next(start: Start, tmp_path: Path) -> None:
    implementation = start(python(tmp_path))
    implementation.answer([Call("init"), Call("move", (2, 3))])
    assert [Reply("white")] == implementation.answer([Call("turn")])


def test_no_calls_have_no_replies(start: Start, faulty: Faulty) -> None:
    assert start(faulty("say(answer)")).answer([]) == []


def test_games_that_are_sent_ahead_are_each_answered_also_after_a_crash(
    start: Start, faulty: Faulty
) -> None:
    implementation = start(
        faulty("""
    if ['f', 3] in calls:
        sys.exit('no threes')
    say(json.dumps({'id': number, 'replies': [{'out': c[-1]} for c in calls]}))
    """)
    )
    games = [[Call("init"), Call("f", (number,))] for number in range(6)]
    answered = [*implementation.answer_each([*games, []])]
    for number, (game, replies) in enumerate(zip(games, answered, strict=False)):
        if number == 3:
            assert_breaks_down(replies, game, at=1, why="no threes")
        else:
            assert [Reply("init"), Reply(number)] == replies
    assert len(answered) == 7
    assert answered[6] == []


def test_a_batch_beyond_the_pipes_buffers_goes_through_both_ways(
    start: Start, faulty: Faulty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe, "MOST_CALLS", 5_000)
    monkeypatch.setattr(pipe, "FIRST_CALLS", 5_000)
    implementation = start(
        faulty("say(json.dumps({'id': number, 'replies': [{'out': c[1]} for c in calls]}))")
    )
    calls = [Call("f", (f"{number:0150}",)) for number in range(40_000)]  # 6 MB, and as much back
    assert [Reply(f"{number:0150}") for number in range(40_000)] == implementation.answer(calls)


def test_a_program_that_reads_only_after_it_has_written_does_not_block(
    start: Start, faulty: Faulty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe, "MOST_CALLS", 50)
    monkeypatch.setattr(pipe, "FIRST_CALLS", 50)
    code = """
    print('chatter ' * 100_000, file=sys.stderr)
    say(answer[:-1] + ', "note": "' + 'x' * 60_000 + '"}')
    """
    calls = calls_of_f(1_000)
    assert [Reply()] * 1_000 == start(faulty(code)).answer(calls)


# -- programs that cannot be judged ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "timeout", "why"),
    [
        ("exits_at_once", 10, "it ended with exit status 0"),
        ("floods_output", 10, f"it wrote a line of more than {LINE_BYTES} bytes"),
        ("hangs", 0.5, r"no answer within 0\.5 s"),
        ("prints_no_json", 10, 'it wrote a line that is not JSON: "Welcome to Othello! Black'),
    ],
)
def test_a_program_that_shakes_no_hands_cannot_be_judged(
    name: str, timeout: float, why: str
) -> None:
    with pytest.raises(ImplementationError, match=why) as raised:
        Pipe(misbehaving(name), timeout)
    message = str(raised.value)
    assert message.startswith(misbehaving(name)[:100])
    assert 'it should answer {"id":0,"hello":1} with {"id":0,"hello":1,"routines":' in message
    assert message.isprintable()


@pytest.mark.parametrize(
    ("welcome", "why"),
    [
        ("[]", "not a JSON object"),
        ('{"id":0,"hello":1,"routines":["f"]', "not JSON"),
        ('{"id":1,"hello":1,"routines":["f"]}', 'the "id" of its line is integer 1, not 0'),
        ('{"id":false,"hello":1,"routines":["f"]}', 'the "id" of its line is false'),
        ('{"id":0,"hello":2,"routines":["f"]}', 'its "hello" is integer 2, not 1'),
        ('{"id":0,"routines":["f"]}', 'its "hello" is null'),
        ('{"id":0,"hello":1}', 'its "routines" is null, not a list of names'),
        ('{"id":0,"hello":1,"routines":[["f"]]}', r'its "routines" is array \[\[\'f\'\]\]'),
        ('{"id":0,"hello":1,"routines":{"f":1}}', 'its "routines" is object'),
        ('{"id":0,"hello":1,"routines":[],"conventions":["first"]}', 'its "conventions" is array'),
        ('{"id":0,"hello":1,"routines":[],"conventions":null}', "not an object of names"),
        ('{"id":0,"hello":1,"routines":[],"conventions":{"size":8}}', "not an object of names"),
        ('{"id":0,"error":"I am\\nbusy"}', r"it refused the line: I am\\nbusy"),
        ('{"id":NaN}', "it wrote NaN, which is not JSON"),
        ('{"id":0,"id":0}', "an object with a member twice"),
        ("[" * 50_000, "nested too deep"),
        ("9" * 50_000, "not JSON"),
        ("", 'not JSON: ""'),
    ],
)
def test_a_handshake_that_goes_wrong_says_how(welcome: str, why: str) -> None:
    with pytest.raises(ProtocolError, match=why):
        greeting_in(welcome.encode())


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "no program is named"),
        ("./student 'oops", "no closing quotation; quote it as for a shell"),
        ("./nowhere", r"there is no program \./nowhere; give the path of one"),
        ("student", r"no program student on PATH; the one in this folder is \./student"),
        ("./folder", r"\./folder is a folder; give the path of a program"),
        ("./text.txt", r"\./text\.txt is not executable; try chmod \+x \./text\.txt"),
        ("./student", r"\./student cannot be started \(Exec format error\); give a program, or a"),
        ("./orphan", r"the interpreter that the first line of \./orphan names is not there"),
        ("./text.txt/program", r"cannot be started \(Not a directory\)"),
        ("./a\0b", r"\./a\\x00b cannot be started"),
        ("./" + "x" * 300, r"cannot be started \(File name too long\)"),
        ("./\x1b[2J", r"there is no program \./\\x1b\[2J"),
    ],
)
def test_a_program_that_does_not_start_says_why(
    command: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.txt").write_text("nothing that runs")
    for name, text in (("student", "no first line"), ("orphan", "#!/no/such/interpreter\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    with pytest.raises(ImplementationError, match=why) as raised:
        Pipe(command)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("./text.txt", "./text.txt is not executable; try chmod +x ./text.txt"),
        ("./folder 8", "./folder is a folder; give the path of a program"),
    ],
)
def test_a_program_that_does_not_start_is_named_once(
    command: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.txt").write_text("nothing that runs")
    with pytest.raises(ImplementationError) as raised:
        Pipe(command)
    assert why == str(raised.value)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("import os; os.abort()", r"it was killed by signal 6 \(SIGABRT\)"),
        ("import sys; sys.exit(7)", "it ended with exit status 7"),
        ("print('{', end='')", 'status 0, after "{" without an end of line'),
        ("import sys; sys.exit('\\x1b[31mno\\nclue')", r"status 1; on standard error: clue"),
        ("import sys; sys.exit('\\x1b[31merror')", r"on standard error: \\x1b\[31merror"),
        ("import os; os.close(1); input(); input()", "it closed its output"),
    ],
)
def test_how_a_program_ended_is_said(code: str, why: str) -> None:
    with pytest.raises(ImplementationError, match=why) as raised:
        Pipe(f"{PYTHON} -c {shlex.quote(code)}")
    assert str(raised.value).isprintable()


# -- programs that break down ----------------------------------------------------------------------

FIFTH_MOVE = 5


@pytest.mark.parametrize(
    ("name", "timeout", "at", "why"),
    [
        ("closes_stdout", 10, 0, "it closed its output"),
        ("dies_mid_game", 10, FIFTH_MOVE, "it ended with exit status 3$"),
        ("floods_lines", 10, 1, "it wrote more than one line in answer to a request"),
        ("hangs_midgame", 1, FIFTH_MOVE, "no answer within 1 s$"),
        ("huge_line", 10, 0, "it wrote a line of more than 66560 bytes"),
        ("invalid_utf8", 10, 0, r'it wrote a line that is not UTF-8: "{"id":1'),
        ("too_few_replies", 10, 0, "it gave 0 replies, not 1"),
        ("wrong_id", 10, 0, 'the "id" of its line is integer 2, not 1'),
    ],
)
def test_a_misbehaving_program_is_at_fault_where_it_breaks_down(
    name: str, timeout: float, at: int, why: str, start: Start
) -> None:
    calls = bare_game(GAME)
    calls *= pipe.MOST_CALLS // len(calls) + 1  # more than one line
    replies = start(misbehaving(name), timeout).answer(calls)
    assert_breaks_down(replies, calls, at, why)
    assert in_process().answer(calls[:at]) == replies[:at]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("say('null')", "not a JSON object: .null"),
        ("say('\\ufeff' + answer)", r'not JSON: "\\ufeff'),
        ("say(json.dumps({'id': number}))", 'its "replies" is null, not a list'),
        ("say(json.dumps({'id': str(number), 'replies': [{}]}))", """is string '1', not 1"""),
        ("say(answer.replace('{}', '{}, {}'))", "it gave 2 replies, not 1"),
        ("say('[' * 60_000)", "nested too deep"),
        ("say('{\"id\":' + '9' * 60_000 + '}')", "not JSON"),
        ("say('')", 'not JSON: ""'),
        ("os.write(1, b'\\n' * 1_000_000)", 'not JSON: ""'),
        ("say(json.dumps({'id': None, 'error': 'what?'}))", r"it refused the line: what\?"),
        ("os.kill(os.getpid(), 9)", r"it was killed by signal 9 \(SIGKILL\)"),
        (
            "assert not calls, 'oh \\x1b[2J'",
            r"exit status 1; on standard error: AssertionError: oh \\x1b",
        ),
        ("os.close(0); os.close(1); time.sleep(9)", "it closed its output"),
    ],
)
def test_a_line_that_makes_no_sense_is_a_fault(
    code: str, why: str, start: Start, faulty: Faulty
) -> None:
    calls = calls_of_f(3)
    replies = start(faulty(code)).answer(calls)
    assert_breaks_down(replies, calls, 0, why)
    assert (replies[0].fault or "").isprintable()


def test_it_is_started_again_after_it_broke_down(start: Start, process_numbers: list[int]) -> None:
    implementation = start(misbehaving("dies_mid_game"))
    assert faults(implementation.answer(bare_game(GAME)))
    assert not faults(implementation.answer(bare_game(GAME[:4])))
    assert len(process_numbers) == 3


def test_a_breakdown_that_takes_many_games_is_found_at_its_call(
    start: Start, faulty: Faulty
) -> None:
    implementation = start(faulty("if made > 700: sys.exit(3)\nsay(answer)"))
    calls = calls_of_f(300)
    assert not faults(implementation.answer(calls) + implementation.answer(calls))
    why = "it ended with exit status 3; in a new process it answers these calls"
    assert_breaks_down(implementation.answer(calls), calls, 100, why)


def test_a_breakdown_that_needs_a_long_line_is_at_that_line(start: Start, faulty: Faulty) -> None:
    implementation = start(faulty("if 1 < len(calls) % 10: sys.exit(3)\nsay(answer)"))
    calls = calls_of_f(pipe.SINGLE_LINES + 2 * pipe.MOST_CALLS + 7)
    why = "it ended with exit status 3; it answers when the calls are made one per line"
    assert_breaks_down(implementation.answer(calls), calls, len(calls) - 7, why)


def test_what_is_not_answered_soon_after_the_start_is_asked_once(
    start: Start, faulty: Faulty, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    code = f"open({str(asked)!r}, 'a').write(f'{{len(calls)}} ')\nif made > 3: time.sleep(60)"
    implementation = start(faulty(f"{code}\nsay(answer)"), 0.5)
    calls = calls_of_f(30)
    assert_breaks_down(implementation.answer(calls), calls, 3, r"^no answer within 0\.5\S* s$")
    assert asked.read_text() == "1 1 1 1 "


def test_a_program_that_starts_only_once_is_at_fault(
    start: Start, faulty: Faulty, tmp_path: Path
) -> None:
    once = tmp_path / "once"
    implementation = start(faulty(f"open({str(once)!r}, 'x').close()\nsay(answer)"))
    calls = calls_of_f(2)
    assert not faults(implementation.answer(calls[:1]))
    replies = implementation.answer(calls)
    assert_breaks_down(replies, calls, 0, "exit status 1; on standard error: FileExistsError")
    (tmp_path / "faulty.py").unlink()
    assert_breaks_down(implementation.answer(calls), calls, 0, "it ended with exit status 2")


def test_a_slow_program_gets_shorter_lines(start: Start, faulty: Faulty) -> None:
    command = faulty("time.sleep(0.02 * len(calls))\nsay(answer)")
    assert not faults(start(command, 0.5).answer(calls_of_f(200)))


def test_a_very_slow_program_has_limited_time(start: Start, faulty: Faulty) -> None:
    command = faulty("if made > 16: time.sleep(0.4 * len(calls))\nsay(answer)")
    replies = start(command, 0.5).answer(calls_of_f(30))
    [first, *_] = faults(replies)
    assert replies[first].fault == "it takes more than 2.06 s for 30 calls"


def test_a_program_that_drips_has_limited_time(start: Start, faulty: Faulty) -> None:
    code = "while True: os.write(1, b'x'); os.write(2, b'y' * 9_000); time.sleep(0.01)"
    replies = start(faulty(code), 0.5).answer(calls_of_f(2))
    assert_breaks_down(replies, calls_of_f(2), 0, r'no answer within 0\.5.* s, after "xxx')


# -- replies that go wrong alone -------------------------------------------------------------------


def test_a_missing_routine_is_seen_at_the_handshake_and_at_its_calls(start: Start) -> None:
    implementation = start(misbehaving("missing_routine"))
    assert frozenset(ROUTINES) - {"game_over"} == implementation.routines
    replies = implementation.answer([Call("init"), Call("game_over"), Call("turn")])
    missing = Reply(fault="it says: no such routine: game_over", goes_on=True)
    assert [Reply(), missing, Reply("black")] == replies


def test_a_wrong_type_is_passed_on(start: Start) -> None:
    replies = start(misbehaving("answers_wrong_type")).answer([Call("init"), Call("cell", (0, 0))])
    assert [Reply(), Reply(0)] == replies


@pytest.mark.parametrize(
    ("raw", "reply"),
    [
        ("{}", Reply()),
        ('{"out":null}', Reply()),
        ('{"out":true}', Reply(True)),
        ('{"out":-1}', Reply(-1)),
        ('{"out":"black"}', Reply("black")),
        ('{"out":1.5}', Reply(NumberText(1.5))),  # a text unless a real is due
        ('{"out":[1.5]}', Reply((NumberText(1.5),))),
        ('{"out":"b\\u006cack","note":[]}', Reply("black")),
        ('{"out":["black",[1,true]]}', Reply(("black", (1, True)))),
        ('{"exc":"InvalidMove"}', Reply(exception="InvalidMove")),
        ('{"exc":"InvalidMove","message":"no"}', Reply(exception="InvalidMove")),
        ('{"error":"why"}', Reply(fault="it says: why", goes_on=True)),
    ],
)
def test_a_reply_is_understood(raw: str, reply: Reply) -> None:
    assert follows_schema("outcome", json.loads(raw))
    [understood] = replies_in(f'{{"id":1,"replies":[{raw}]}}'.encode(), 1, 1)
    assert reply == understood
    assert type(reply.output) is type(understood.output)


@pytest.mark.parametrize(
    ("raw", "reply"),
    [
        ("null", Reply(fault="its reply is null, not an object")),
        ('["out",1]', Reply(fault="its reply is array ['out', 1], not an object")),
        ('{"exc":5}', Reply(fault='its "exc" is integer 5, not the name of an exception')),
        ('{"exc":""}', Reply(fault="""its "exc" is string '', not the name of an exception""")),
        ('{"error":false}', Reply(fault="it says: false", goes_on=True)),
        (
            '{"output":1}',
            Reply(
                fault="""its reply is object {'output': 1}, not one of "out", "exc" and "error\""""
            ),
        ),
        (
            '{"out":1,"exc":"E"}',
            Reply(
                fault="its reply is object {'exc': 'E', 'out': 1}, "
                'not one of "out", "exc" and "error"'
            ),
        ),
        ('{"out":1e999}', Reply("number inf")),
        ('{"out":{"name":"black"}}', Reply("object {'name': 'black'}")),
        ('{"out":"black\\u001b[2J\\n"}', Reply(r"string 'black\x1b[2J\n'")),
    ],
)
def test_a_reply_that_is_none_is_at_fault_or_no_value(raw: str, reply: Reply) -> None:
    assert not follows_schema("outcome", json.loads(raw))
    assert [reply] == replies_in(f'{{"id":1,"replies":[{raw}]}}'.encode(), 1, 1)


@pytest.mark.parametrize(
    "reply",
    [
        '{"out":1,"out":1}',
        '{"out":1,"out" :1}',
        '{"out":1,"out"\t:2,"exc":"E"}',
        '{"out":":","out":":"}',
        '{"out":{"a":1,"a":1}}',
    ],
)
def test_a_member_that_comes_twice_is_seen_however_it_is_written(reply: str) -> None:
    for others in ("", ',{"out":" :"}', ',{"out":"a\\"b"}'):
        line = f'{{"id":1,"replies":[{reply}{others}]}}'.encode()
        with pytest.raises(ProtocolError, match="twice"):
            replies_in(line, 1, 1 + bool(others))


@pytest.mark.parametrize(
    "raw", ['"' + "x" * 201 + '"', "9" * 61, "-" + "9" * 4_000, "[" * 300 + "]" * 300]
)
def test_a_value_of_great_length_is_no_value(raw: str) -> None:
    assert not follows_schema("outcome", {"out": json.loads(raw)})
    [reply] = replies_in(f'{{"id":1,"replies":[{{"out":{raw}}}]}}'.encode(), 1, 1)
    assert re.match("string|integer|array", str(reply.output))
    assert len(str(reply.output)) <= 200


@pytest.mark.parametrize(
    "text", ["\x1b]0;x\x07", "\r", "\u202e", "\u2028", "\ud800", "\x9b", "\x7f"]
)
def test_what_could_steer_a_terminal_is_made_visible(text: str) -> None:
    assert visible(f"a{text}b").isprintable()
    for kind in ("out", "exc", "error"):
        line = json.dumps({"id": 1, "replies": [{kind: text}]}).encode()
        [reply] = replies_in(line, 1, 1)
        assert f"{reply.output}{reply.exception}{reply.fault}".isprintable()


# -- nothing is left behind ------------------------------------------------------------------------


def has_ended(fifo: int, seconds: float = 5) -> bool:
    """Whether no process holds the other end of a pipe any more, within so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if select.select([fifo], [], [], 0.1)[0] and os.read(fifo, 100) == b"":
            return True
    return False


@pytest.fixture
def lifeline(tmp_path: Path) -> Iterator[tuple[str, Callable[[], int]]]:
    """The path of a pipe that programs hold open, and how to open its other end once they do."""
    path = tmp_path / "lifeline"
    os.mkfifo(path)
    opened: list[int] = []

    def open_it() -> int:
        opened.append(os.open(path, os.O_RDONLY))
        return opened[0]

    yield str(path), open_it
    for descriptor in opened:
        os.close(descriptor)


def test_what_a_program_has_started_ends_with_it(
    start: Start, faulty: Faulty, lifeline: tuple[str, Callable[[], int]]
) -> None:
    path, open_it = lifeline
    code = f"""
    if os.fork() == 0:
        held = os.open({path!r}, os.O_WRONLY)
        time.sleep(60)
    say(answer)
    """
    implementation = start(faulty(code))
    implementation.answer(calls_of_f(1))
    end = open_it()
    implementation.close()
    assert has_ended(end)


@pytest.mark.parametrize("ending", ["", "raise ValueError", "import sys; sys.exit(3)", "del p"])
def test_a_program_ends_with_the_checker(
    ending: str, faulty: Faulty, lifeline: tuple[str, Callable[[], int]]
) -> None:
    path, open_it = lifeline
    command = faulty(f"held = os.open({path!r}, os.O_WRONLY); say(answer); time.sleep(60)")
    code = (
        "from modcheck.system.pipe import Pipe; from modspec.run.machine import Call\n"
        f"p = Pipe({command!r}); p.answer([Call('init')])\n{ending}"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    checker = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code], env=environment, stderr=subprocess.DEVNULL
    )
    end = open_it()
    assert checker.wait(10) == {"": 0, "del p": 0, "raise ValueError": 1}.get(ending, 3)
    assert has_ended(end)


def test_a_program_may_end_by_itself_when_its_input_does(faulty: Faulty, tmp_path: Path) -> None:
    done = tmp_path / "done"
    command = faulty("say(answer)")
    with (tmp_path / "faulty.py").open("a") as source:
        source.write(f"\nopen({str(done)!r}, 'x')\n")
    Pipe(command).close()
    assert done.exists()


# -- the schema ------------------------------------------------------------------------------------

SCHEMA = json.loads(
    (resources.files("modcheck.system") / "protocol.schema.json").read_text(encoding="utf-8")
)


def follows_schema(part: str, value: object) -> bool:
    schema = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{part}"}
    return bool(Draft202012Validator(schema).is_valid(value))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.fixture
def traffic(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """The lines that travel while a test runs, as requests and replies."""
    lines: dict[str, list[Any]] = {"request": [], "reply": []}
    send, receive = Child.send, Child.receive

    def send_and_record(self: Child, line: bytes) -> None:
        lines["request"].append(json.loads(line))
        send(self, line)

    def receive_and_record(self: Child, seconds: float, most: int) -> bytes:
        line = receive(self, seconds, most)
        lines["reply"].append(json.loads(line))
        return line

    monkeypatch.setattr(Child, "send", send_and_record)
    monkeypatch.setattr(Child, "receive", receive_and_record)
    return lines


def test_what_travels_follows_the_schema(
    start: Start, tmp_path: Path, traffic: dict[str, list[Any]]
) -> None:
    assert not faults(start(python(tmp_path)).answer(whole_game(GAME[:6])))
    start(misbehaving("missing_routine")).answer([Call("init"), Call("game_over")])
    assert len(traffic["request"]) == len(traffic["reply"]) > 6
    for part, messages in traffic.items():
        for message in messages:
            assert follows_schema(part, message), message
            assert Draft202012Validator(SCHEMA).is_valid(message)


@pytest.mark.parametrize(
    "raw",
    [
        '{"id":1}',
        '{"id":"1","replies":[{}]}',
        '{"id":true,"replies":[{}]}',
        '{"replies":[{}]}',
        '{"id":1,"replies":{}}',
        '{"id":1,"replies":[{}],"error":"but"}',
        '{"id":1,"hello":1}',
        "[]",
        "null",
    ],
)
def test_schema_and_checker_refuse_the_same_lines(raw: str) -> None:
    assert not follows_schema("replies", json.loads(raw))
    with pytest.raises(ProtocolError):
        replies_in(raw.encode(), 1, 1)


@pytest.mark.parametrize(
    ("conventions", "sound"),
    [
        ("{}", True),
        ('{"first":"white","squares":"1-based"}', True),
        ('{"unheard of":""}', True),
        ("[]", False),
        ("null", False),
        ('"first"', False),
        ('{"first":null}', False),
        ('{"first":{"is":"white"}}', False),
    ],
)
def test_schema_and_checker_agree_on_what_conventions_look_like(
    conventions: str, sound: bool
) -> None:
    line = f'{{"id":0,"hello":1,"routines":["init"],"conventions":{conventions}}}'
    assert sound == follows_schema("welcome", json.loads(line))
    if sound:
        assert json.loads(conventions) == greeting_in(line.encode()).conventions
        return
    with pytest.raises(ProtocolError):
        greeting_in(line.encode())


# -- the page about it -----------------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_sketch_of_the_page_answers_as_its_session_does(tmp_path: Path) -> None:
    [sketch], [session] = blocks("python"), blocks("text")
    said = [(line[0], json.loads(line[2:])) for line in session.splitlines()]
    for mark, message in said:
        assert follows_schema("request" if mark == ">" else "reply", message)
    (tmp_path / "my_othello.py").write_text("from wrong_implementations.sound import Othello")
    (tmp_path / "sketch.py").write_text(sketch)
    requests = "".join(json.dumps(message) + "\n" for mark, message in said if mark == ">")
    run = subprocess.run(
        [sys.executable, tmp_path / "sketch.py"],
        input=requests,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    assert [json.loads(line) for line in run.stdout.splitlines()] == [
        m for mark, m in said if mark == "<"
    ]


def test_the_page_names_the_limits_of_the_checker() -> None:
    page = REFERENCE.read_text(encoding="utf-8")
    for limit in (pipe.LINE_BYTES, pipe.CALL_BYTES, child.KEPT_ERRORS):
        assert f"{limit:,} " in page
    assert f"{pipe.TIMEOUT:.0f} seconds" in page
    assert f"at most {pipe.MOST_CALLS} calls" in page


def test_the_page_names_every_routine() -> None:
    named = re.findall(r'^\| `\["(\w+)"', REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    assert list(ROUTINES) == named


def test_the_page_says_how_far_off_the_board_is_asked() -> None:
    asked = recording().traces[0].vocabulary.calls
    lines = {n for a in asked if a.call.routine in SQUARE_CALLS for n in a.call.arguments[:2]}
    [(ranges, one, last)] = re.findall(
        r"all integers (from -9 .*?) are sent, and (\d+) and (\d+):",
        " ".join(REFERENCE.read_text(encoding="utf-8").split()),
    )
    told = {int(one), int(last)}
    for low, high in re.findall(r"from (-?\d+) to (-?\d+)", ranges):
        told |= {*range(int(low), int(high) + 1)}
    assert told == lines
