"""Recorded traces agree with the specification, in process and through a pipe, to the byte."""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from modcheck.system import pipe
from modcheck.system.implementation import Reply
from modcheck.system.in_process import InProcess
from modcheck.system.pipe import Pipe
from modcheck.system.protocol import calls_line, replies_in
from modcheck.testing.budget import EVERYTHING
from modcheck.testing.recorded import (
    Difference,
    RecordedTrace,
    Recording,
    RecordingError,
    differences,
    digest,
    select_calls,
)
from modcheck.testing.trace import Purpose, Trace, TraceStep
from modcheck.testing.trace_generator import TraceGenerator
from modspec.run.machine import Call, Machine
from othello_spec import module
from othello_spec.board import Cell
from othello_suite.domains import DOMAINS
from othello_suite.scenarios import scenarios
from wrong_implementations.sound import Othello

OTHELLO = module("othello")
ROUTINES = [function.name for function in OTHELLO.access_programs]
MACHINE = Machine(OTHELLO)
PLAYWRIGHT = TraceGenerator(MACHINE, DOMAINS)
PYTHON = shlex.quote(sys.executable)
PROGRAM = Path(__file__).parent / "programs" / "othello_pipe.py"

GAMES = {
    "one": [Call("init"), Call("move", (2, 3)), Call("move", (2, 2))],
    "two": [Call("init"), Call("move", (2, 3)), Call("init"), Call("move", (5, 4))],
}


def scripts() -> Iterator[tuple[str, Trace]]:
    for name, calls in GAMES.items():
        yield name, PLAYWRIGHT.game(calls, EVERYTHING)


def begins(step: TraceStep) -> list[str]:
    return [step.call.routine] if step.call.routine == "init" else []


@pytest.fixture(scope="module")
def recording() -> Recording:
    return Recording.of(MACHINE, scripts(), begins)


def in_process(target: object = None) -> InProcess:
    return InProcess(target or Othello(), ROUTINES)


# -- what is recorded ------------------------------------------------------------------------------


def test_a_recorded_script_has_the_calls_and_the_answers_of_the_live_one(
    recording: Recording,
) -> None:
    for recorded, (name, script) in zip(recording.traces, scripts(), strict=True):
        assert name == recorded.name
        assert [step.call for step in script] == recorded.calls
        assert [step.purpose for step in script] == recorded.purposes
        assert [step.expected.exception for step in script] == [
            reply.exception for reply in recorded.expected_replies
        ]
        for step, reply in zip(script, recorded.expected_replies, strict=True):
            if isinstance(step.expected.output, bool | int):
                assert step.expected.output is reply.output or step.expected.output == reply.output
                assert type(step.expected.output) is type(reply.output)
        assert GAMES[name] == list(recorded.game)


def test_a_recorded_script_counts_what_it_calls(recording: Recording) -> None:
    for recorded, (_, script) in zip(recording.traces, scripts(), strict=True):
        assert len(script) == len(recorded)
        assert Counter(step.call.routine for step in script) == recorded.routines
        raised = Counter(s.expected.exception for s in script if s.expected.exception)
        assert raised == recorded.exceptions
        assert {"init": sum(s.call.routine == "init" for s in script)} == recorded.events
    assert recording.calls == sum(map(len, recording.traces))


def test_a_script_is_made_again_live(recording: Recording) -> None:
    for recorded, (_, script) in zip(recording.traces, scripts(), strict=True):
        assert script == recorded.recompute(PLAYWRIGHT)


# -- what is not to be asked -----------------------------------------------------------------------


def test_calls_can_be_left_out(recording: Recording) -> None:
    for script in recording.traces:
        [less] = select_calls(
            [script],
            lambda call, purpose: call.routine != "winner" and purpose is not Purpose.REJECTED,
        )
        pairs = zip(script.calls, script.purposes, script.expected_replies, strict=True)
        kept = [p for p in pairs if p[0].routine != "winner" and p[1] is not Purpose.REJECTED]
        assert kept == list(zip(less.calls, less.purposes, less.expected_replies, strict=True))
        assert 0 < len(less) < len(script)
        assert script.game == less.game


def test_a_move_cannot_be_left_out(recording: Recording) -> None:
    with pytest.raises(ValueError, match=r"move\(2, 3\) leads to the next state"):
        list(select_calls(recording.traces, lambda call, purpose: call.arguments != (2, 3)))


# -- how replies are compared ----------------------------------------------------------------------


def test_the_expected_replies_do_not_differ(recording: Recording) -> None:
    for script in recording.traces:
        assert script.wrong_positions(script.expected_replies) == []
        assert script.difference_from(script.expected_replies) is None


@pytest.mark.parametrize(
    ("routine", "reply"),
    [
        ("count", Reply(3)),
        ("count", Reply(2.0)),  # type: ignore[arg-type]  # as no sound implementation answers
        ("count", Reply("2")),
        ("count", Reply(None)),
        ("game_over", Reply(0)),
        ("has_valid_moves", Reply(1)),
        ("winner", Reply("black")),
        ("winner", Reply(exception="InvalidMove")),
        ("winner", Reply("draw", fault="it broke down")),
        ("init", Reply(exception="InvalidMove")),
        ("init", Reply(fault="it broke down")),
    ],
    ids=str,
)
def test_each_reply_that_differs_is_found(recording: Recording, routine: str, reply: Reply) -> None:
    script = recording.traces[0]
    number = [call.routine for call in script.calls].index(routine)
    last = len(script) - 1
    replies = script.replies({number: [reply], last: [Reply("later")]})
    assert [number, last] == script.wrong_positions(replies)
    assert Difference([number, last], replies) == script.difference_from(replies)


def test_what_a_move_yields_does_not_matter(recording: Recording) -> None:
    script = recording.traces[0]
    assert script.calls[0].routine == "init"
    assert script.wrong_positions(script.replies({0: [Reply(True)]})) == []


def test_what_a_refused_move_yields_does(recording: Recording) -> None:
    script = recording.traces[0]
    number = script.purposes.index(Purpose.REJECTED)
    assert [number] == script.wrong_positions(script.replies({number: [Reply(None)]}))


def test_as_many_replies_as_calls_are_compared(recording: Recording) -> None:
    with pytest.raises(ValueError, match="shorter"):
        recording.traces[0].wrong_positions(recording.traces[0].expected_replies[:-1])


# -- files -----------------------------------------------------------------------------------------


def test_a_recording_comes_back_from_its_file(recording: Recording) -> None:
    data = recording.dump()
    loaded = Recording.load(data, OTHELLO)
    assert data == loaded.dump()
    assert (recording.module, recording.digest) == (loaded.module, loaded.digest)
    for one, other in zip(recording.traces, loaded.traces, strict=True):
        assert (one.name, one.events) == (other.name, other.events)
        assert one.calls == other.calls
        assert one.purposes == other.purposes
        assert one.expected_replies == other.expected_replies
        assert list(map(type, one.expected_replies)) == list(map(type, other.expected_replies))


def test_players_come_back_as_players(recording: Recording) -> None:
    loaded = Recording.load(recording.dump(), OTHELLO)
    players = {c.arguments[-1] for c in loaded.traces[0].calls if c.routine == "count"}
    assert {Cell.BLACK, Cell.WHITE} == players
    assert {Cell} == set(map(type, players))


def test_times_come_back_as_they_were() -> None:
    machine = Machine(module("match"))
    playwright = TraceGenerator(machine, DOMAINS)
    (calls, *_) = scenarios("match").values()
    recorded = Recording.of(machine, [("a match", playwright.observed_game(calls))])
    (script,) = Recording.load(recorded.dump(), machine.module).traces
    assert playwright.observed_game(calls) == script.recompute(playwright)


def test_the_same_is_recorded_in_the_same_bytes(recording: Recording) -> None:
    again = Recording.of(Machine(OTHELLO), scripts(), begins)
    assert recording.dump() == again.dump()


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:-9], "damaged"),
        (lambda data: data[:40] + b"\0" + data[41:], "damaged"),
        (lambda data: data[1:], "no recording of version 2"),
        (lambda data: data.replace(b"recording 2", b"recording 9"), "no recording of version 2"),
        (lambda data: b"", "no recording"),
    ],
)
def test_a_damaged_file_is_refused(
    recording: Recording, damage: Callable[[bytes], bytes], why: str
) -> None:
    with pytest.raises(RecordingError, match=why):
        Recording.load(damage(recording.dump()), OTHELLO)


def test_a_recording_of_another_module_is_refused(recording: Recording) -> None:
    with pytest.raises(RecordingError, match=r"this is a recording of othello_spec\.othello"):
        Recording.load(recording.dump(), module("clock"))


def test_numbers_of_nothing_are_refused(recording: Recording) -> None:
    script = recording.traces[0]
    for wrong in (
        replace(script, call_numbers=array("H", [9_999] * len(script))),
        replace(script, reply_numbers=array("H", [9_999] * len(script))),
        replace(script, reply_numbers=script.reply_numbers[1:]),
    ):
        with pytest.raises(RecordingError, match="damaged"):
            Recording.load(replace(recording, traces=(wrong,)).dump(), OTHELLO)


def test_the_digest_depends_on_the_sources_and_on_the_constants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def leave_unchanged(node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    digests = [
        digest(Machine(OTHELLO)),
        digest(Machine(OTHELLO, {"SIZE": 6})),
        digest(Machine(module("passing"))),
        digest(Machine(OTHELLO, edits={("othello_spec.lines", "opponent"): leave_unchanged})),
    ]
    again = Machine(OTHELLO)
    assert digests[0] == digest(again)
    *used, last = again.instance.modules()
    remarked = replace(last, source=f"{last.source}# a remark\n")
    monkeypatch.setattr(again.instance, "modules", lambda: [*used, remarked])
    digests.append(digest(again))
    assert len(digests) == len(set(digests))


# -- in process ------------------------------------------------------------------------------------


class WithAGap(Othello):
    """Takes e3 for a valid move once d3 has been played."""

    def is_valid_move(self, row: int, col: int, player: Any) -> bool:
        return super().is_valid_move(row, col, player) or (
            self.cell(2, 3) != "empty" and (row, col) == (0, 0)
        )


def test_a_sound_implementation_does_not_differ(recording: Recording) -> None:
    assert [None, None] == list(differences(in_process(), recording.traces))


def test_an_implementation_that_deviates_differs_where_it_does(recording: Recording) -> None:
    found = list(differences(in_process(WithAGap()), recording.traces))
    for script, difference in zip(recording.traces, found, strict=True):
        assert difference is not None
        for number in difference.wrong:
            call = script.calls[number]
            assert ("is_valid_move", (0, 0)) == (call.routine, call.arguments[:2])
            assert Reply(True) == difference.replies[number]
        assert len(script) == len(difference.replies)


# -- through a pipe --------------------------------------------------------------------------------


def python(place: str) -> str:
    tests = shlex.quote(str(Path(__file__).parent))
    return f"env PYTHONPATH={tests} {PYTHON} {shlex.quote(str(PROGRAM))} {place}"


@pytest.fixture
def start() -> Iterator[Callable[[str], Pipe]]:
    started: list[Pipe] = []

    def one(command: str, timeout: float = 10) -> Pipe:
        started.append(Pipe(command, timeout))
        return started[-1]

    yield one
    for each in started:
        each.close()


Start = Callable[..., Pipe]


@pytest.mark.parametrize("most", [1, 7, 250])
def test_a_sound_program_does_not_differ(
    recording: Recording, start: Start, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(pipe, "MOST_CALLS", most)
    monkeypatch.setattr(pipe, "FIRST_CALLS", most)
    program = start(python("wrong_implementations.sound:Othello"))
    assert [None, None] == list(differences(program, recording.traces))
    assert [None, None] == list(differences(program, recording.traces[::-1]))


def test_lines_that_are_as_expected_are_not_read(
    recording: Recording, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unread(*_: object) -> None:
        raise AssertionError("a line is read as JSON")

    monkeypatch.setattr(pipe, "replies_in", unread)
    program = start(python("wrong_implementations.sound:Othello"))
    assert [None, None] == list(differences(program, recording.traces))
    wrong = start(python("wrong_implementations.winner_has_fewest:Othello"))
    with pytest.raises(AssertionError, match="read as JSON"):
        list(differences(wrong, recording.traces))


def test_a_program_that_deviates_differs_as_in_process(recording: Recording, start: Start) -> None:
    place = "wrong_implementations.winner_has_fewest"
    wrong = __import__(place, fromlist=["Othello"]).Othello
    expected = list(differences(in_process(wrong()), recording.traces))
    assert None not in expected
    assert expected == list(differences(start(python(f"{place}:Othello")), recording.traces))


def leaves(call: Call, purpose: Purpose, reply: Reply) -> bool:
    return purpose in (Purpose.OBSERVE, Purpose.COMMAND)


def test_a_trace_ends_before_the_move_after_the_state_that_is_wrong(
    recording: Recording, start: Start
) -> None:
    place = "wrong_implementations.captured_discs_are_removed"
    wrong = __import__(place, fromlist=["Othello"]).Othello
    found = list(differences(in_process(wrong()), recording.traces, leaves))
    for trace, difference in zip(recording.traces, found, strict=True):
        assert difference is not None
        assert len(difference.replies) == trace.commands[2]  # after the first move
        assert trace.commands[1] < difference.wrong[0]
        assert difference.wrong[-1] < len(difference.replies)
    assert found == list(differences(start(python(f"{place}:Othello")), recording.traces, leaves))


def test_after_the_end_of_a_trace_only_its_moves_are_made(recording: Recording) -> None:
    made: list[str] = []

    class Wrong(Othello):
        def move(self, row: int, col: int) -> None:
            made.append("move")

        def winner(self) -> str:
            made.append("winner")
            return super().winner()

    trace = recording.traces[0]
    assert list(differences(in_process(Wrong()), [trace], leaves)) != [None]
    judged = Counter(call.routine for call in trace.calls[: trace.commands[2]])
    assert judged["winner"] == made.count("winner")
    assert judged["move"] + len(trace.commands[2:]) == made.count("move")


FAULTY = """
import json, os, sys
made = 0
for line in sys.stdin:
    request = json.loads(line)
    number, calls = request["id"], request.get("calls", [])
    made += len(calls)
    if not number:
        print('{"id":0,"hello":1,"routines":["init"]}', flush=True)
        continue
    {code}
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Callable[[str], str]:
    def write(code: str) -> str:
        path = tmp_path / "faulty.py"
        path.write_text(FAULTY.replace("{code}", code.replace("\n", "\n    ")))
        return f"{PYTHON} {shlex.quote(str(path))}"

    return write


@pytest.mark.parametrize("most", [5, 250])
def test_a_program_that_breaks_down_is_found_out_and_goes_on_with_the_next_script(
    recording: Recording,
    start: Start,
    faulty: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    most: int,
) -> None:
    monkeypatch.setattr(pipe, "MOST_CALLS", most)
    monkeypatch.setattr(pipe, "FIRST_CALLS", most)
    (short,) = Recording.of(MACHINE, [("start", PLAYWRIGHT.observed_game([Call("init")]))]).traces
    shown = short.expected_replies
    answers = [{"out": reply.output} for reply in shown]
    code = (
        f"known = {answers!r}\n"
        "for each in calls:\n"
        "    if each == ['cell', 4, 4] and len(sys.argv) == 1: os._exit(3)\n"
        "at = (made - len(calls)) % len(known)\n"
        "print(json.dumps({'id': number, 'replies': known[at:at + len(calls)]}), flush=True)"
    )
    command = faulty(code)
    found = list(differences(start(command), [short, short]))
    number = short.calls.index(Call("cell", (4, 4)))
    for difference in found:
        assert difference is not None
        assert number == difference.wrong[0]
        assert shown[:number] == difference.replies[:number]
        assert difference.replies[number].fault == "it ended with exit status 3"
        assert len(short) == len(difference.replies)
    assert [None, None] == list(differences(start(f"{command} sound"), [short, short]))


def test_a_program_answers_while_the_next_traces_are_recorded(
    recording: Recording, start: Start
) -> None:
    program, asked = start(python("wrong_implementations.sound:Othello")), list[int]()

    def traces() -> Iterator[RecordedTrace]:
        for trace in recording.traces * 3:
            asked.append(len(found))
            yield trace

    found: list[object] = []
    for difference in differences(program, traces()):
        found.append(difference)
    assert [None] * len(asked) == found
    assert any(done < number for number, done in enumerate(asked))  # before those were answered


def test_who_stops_listening_can_still_ask(recording: Recording, start: Start) -> None:
    program = start(python("wrong_implementations.sound:Othello"))
    finding = differences(program, recording.traces * 3)
    assert next(finding) is None
    finding.close()  # type: ignore[attr-defined]  # it is a generator
    assert [Reply(), Reply("black")] == program.answer([Call("init"), Call("turn")])
    assert [None, None] == list(differences(program, recording.traces))


# -- lines -----------------------------------------------------------------------------------------


def expected_line(script: RecordedTrace, number: int, comma: str, colon: str) -> bytes:
    replies = [
        {"exc": reply.exception} if reply.exception else {"out": reply.output}
        for reply in script.expected_replies
    ]
    return json.dumps({"id": number, "replies": replies}, separators=(comma, colon)).encode()


@pytest.mark.parametrize(("comma", "colon"), [(",", ":"), (", ", ": ")])
def test_lines_are_known_in_the_usual_ways_to_write_them(
    recording: Recording, comma: str, colon: str
) -> None:
    script = recording.traces[0]
    line = expected_line(script, 7, comma, colon)
    assert script.expected_replies == replies_in(line, 7, len(script))
    vocabulary = recording.vocabulary
    for _ in range(2):
        assert vocabulary.is_expected(line, 7, script.reply_numbers)
    for other in (b"x" + line, line + b" ", line.replace(b"true", b"1"), line[:-1]):
        assert not vocabulary.is_expected(other, 7, script.reply_numbers)
    assert not vocabulary.is_expected(line, 8, script.reply_numbers)
    assert not vocabulary.is_expected(line, 7, script.reply_numbers[1:])


def line_with_details(script: RecordedTrace, detail: str) -> bytes:
    """Return the expected line, in which each exception has a detail, as it stands in JSON."""
    line, more = expected_line(script, 7, ", ", ": "), f', "detail": "{detail}"'.encode()
    return re.sub(rb'"exc": "\w+"', lambda found: found[0] + more, line)


@pytest.fixture(scope="module")
def refusal(recording: Recording) -> RecordedTrace:
    """A trace in which a call raises."""
    return next(t for t in recording.traces if any(r.exception for r in t.expected_replies))


@pytest.mark.parametrize("detail", ["at a.mjs:7", r"say \"no\", \\ or \u00e9", ""])
def test_the_detail_of_an_exception_does_not_count(refusal: RecordedTrace, detail: str) -> None:
    line = line_with_details(refusal, detail)
    assert refusal.expected_replies == replies_in(line, 7, len(refusal))
    assert refusal.is_expected(line, 7, 0, len(refusal))


@pytest.mark.parametrize("detail", ["a\x1b", r"\q", "ü", 'a", "detail": "b'])
def test_a_line_with_an_odd_detail_is_looked_at_closely(
    refusal: RecordedTrace, detail: str
) -> None:
    assert not refusal.is_expected(line_with_details(refusal, detail), 7, 0, len(refusal))


def test_requests_are_as_those_of_calls(recording: Recording) -> None:
    script = recording.traces[0]
    line = recording.vocabulary.request(7, script.call_numbers)
    assert calls_line(7, script.calls) == line
