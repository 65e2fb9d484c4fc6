"""Reports from the command line: the files written, the settings, and one line for each error."""

from __future__ import annotations

import json
import os
import re
import stat
import threading
from pathlib import Path
from xml.etree.ElementTree import fromstring

import jsonschema
import pytest

from modcheck.report.gradescope import LIMIT
from modcheck.report.text import colour, has_colours
from modlab.commands import reporting
from test_cli import (
    CONFORMS,
    DEVIATES,
    SPECIMEN,
    USAGE,
    assert_one_line,
    launch,
    restore_process,
    run,
)
from test_verdict import SCHEMA

__all__ = ["restore_process"]

FAULTY = (
    *("--module", "handicap"),  # it is judged in a tenth of the time that a game takes
    *("--impl", "py:wrong_implementations.handicap.granted_twice:Handicap"),
)
FORMATS = ("text", "json", "junit", "gradescope", "html")


def reports(folder: Path) -> list[str]:
    return [part for form in FORMATS for part in ("--report", f"{form}={folder / form}")]


def course(folder: Path, text: str) -> list[str]:
    file = folder / "course.toml"
    file.write_text(text)
    return ["--config", str(file)]


def test_a_check_writes_every_report_that_is_asked_for(tmp_path: Path) -> None:
    result = run("check", *FAULTY, "--why", *reports(tmp_path))
    assert (DEVIATES, "") == (result.code, result.err)
    content = {form: (tmp_path / form).read_text(encoding="utf-8") for form in FORMATS}
    assert set(FORMATS) == {file.name for file in tmp_path.iterdir()}
    assert result.out == content["text"]
    verdict = json.loads(content["json"])
    jsonschema.Draft202012Validator(SCHEMA).validate(verdict)
    failures = [
        case.attrib["name"] for case in fromstring(content["junit"]).iter("testcase") if len(case)
    ]
    assert "granted-once" in failures
    assert {"granted-once"} == {fault["rule"] for fault in verdict["faults"]}
    tests = {test["name"]: test for test in json.loads(content["gradescope"])["tests"]}
    assert "failed" == tests["granted-once"]["status"]
    assert "Corners are granted one by one" in tests["granted-once"]["output"]
    assert content["html"].startswith("<!DOCTYPE html>")
    assert "granted-once" in content["html"]


def test_a_brief_verdict_is_a_line_and_a_line_for_each_fault() -> None:
    shown = run("check", *FAULTY, "--brief").out
    assert re.fullmatch(
        "✗ py:.*granted_twice:Handicap: 1 rule fails, 6 pass, 1 not judged\n"
        "  granted-once: after grant a1: grant.0, 0.: expected exception AlreadyGranted, got no "
        "exception\n",
        shown,
    )
    assert 1 == run("check", "--brief", "py:othello_model.clock", "--module", "clock").out.count(
        "\n"
    )


def test_the_json_report_is_what_json_prints(tmp_path: Path) -> None:
    result = run("check", *FAULTY, "--json", "--report", f"json={tmp_path / 'v'}")
    assert result.out == (tmp_path / "v").read_text()


def test_exit_zero_is_for_those_who_read_the_report(tmp_path: Path) -> None:
    written = ["--report", f"gradescope={tmp_path / 'results.json'}"]
    assert CONFORMS == run("check", *FAULTY, "--exit-zero", *written).code
    assert len((tmp_path / "results.json").read_bytes()) <= LIMIT


def test_without_a_verdict_the_reports_say_why_and_the_exit_code_too(tmp_path: Path) -> None:
    (tmp_path / "json").write_text("a verdict of yesterday")
    result = run("check", "--impl", "py:no.such:Thing", "--exit-zero", *reports(tmp_path))
    assert_one_line(result, USAGE, "no module 'no'")
    assert set(FORMATS) - {"json"} == {file.name for file in tmp_path.iterdir()}
    results = json.loads((tmp_path / "gradescope").read_text())
    assert 0.0 == results["score"]
    assert "no module 'no'" in results["output"]
    assert "could not be judged" in (tmp_path / "html").read_text()


@pytest.mark.parametrize(
    ("report", "why"),
    [
        ("juint=x", "no format 'juint'; did you mean junit?"),
        ("=x", "no format ''; the formats are: text, json, junit, gradescope, html"),
        ("junit", "'junit' names no file; write junit=FILE"),
        ("junit=", "names no file"),
        ("junit=no/such/folder/x.xml", "there is no folder no/such/folder"),
        ("junit=.", "is a folder; name a file in it"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_the_check(report: str, why: str) -> None:
    assert_one_line(run("check", *FAULTY, "--report", report), USAGE, re.escape(why))


def test_two_reports_in_one_file_are_refused(tmp_path: Path) -> None:
    twice = ["--report", f"html={tmp_path / 'x'}", "--report", f"json={tmp_path / 'x'}"]
    assert_one_line(run("check", *FAULTY, *twice), USAGE, "there is a report there already")


def test_a_report_replaces_the_file_of_another_time_as_a_whole(tmp_path: Path) -> None:
    file, link = tmp_path / "real.xml", tmp_path / "link.xml"
    file.write_text("x" * 10**6)
    link.symlink_to(file)
    run("check", *FAULTY, "--report", f"junit={link}")
    assert link.is_symlink()
    assert file.read_text().endswith("</testsuites>\n")
    assert {"real.xml", "link.xml"} == {each.name for each in tmp_path.iterdir()}


def test_a_report_goes_into_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    run("check", *FAULTY, "--report", f"junit={pipe}")
    reader.join(300)
    assert read[0].endswith("</testsuites>\n")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


# -- settings --------------------------------------------------------------------------------------


def test_settings_stand_where_the_command_line_says_nothing(tmp_path: Path) -> None:
    said = course(tmp_path, "seed = 12\nsize = 4\ngames = 2")
    faulty = ("check", "--impl", SPECIMEN.format("cell_transposed"), "--json")
    found = json.loads(run(*faulty, *said).out)
    assert 12 == found["seed"]
    assert 4 == len(next(iter(found["faults"][0]["boards"].values())))
    over = json.loads(run(*faulty, "--seed", "3", *said).out)
    assert 3 == over["seed"]


def test_settings_are_found_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.othello-mis]\nmodule = 'clock'\n")
    monkeypatch.chdir(tmp_path)
    result = run("check", "--impl", "py:othello_model.clock")
    assert "conforms to clock" in result.out


def test_points_weights_and_hidden_rules_come_from_the_settings(tmp_path: Path) -> None:
    hidden = "hidden = ['granted-once']\nreveal = 'when due'"
    text = f"maximum = 20\n{hidden}\nweights = {{granted-once = 71}}"
    said = course(tmp_path, text)
    run("check", *FAULTY, *said, *reports(tmp_path))
    results = json.loads((tmp_path / "gradescope").read_text())
    tests = {test["name"]: test for test in results["tests"]}
    assert 20 == round(sum(test["max_score"] for test in tests.values()), 2)
    assert ("after_due_date", "") == tuple(
        tests["granted-once"][key] for key in ("visibility", "output")
    )
    assert tests["granted-once"]["max_score"] > 14
    assert "granted-once" not in (tmp_path / "html").read_text()
    assert "of 20.00 points" not in (tmp_path / "html").read_text()
    assert "granted-once" in (tmp_path / "junit").read_text()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("size = 7", "course.toml: size is 7; sizes are even integers"),
        ("size = ", "course.toml is not TOML"),
        ("maximum = 0.005", "course.toml: maximum is 0.005"),
    ],
)
def test_settings_that_make_no_sense_are_one_line(tmp_path: Path, text: str, why: str) -> None:
    said = course(tmp_path, text)
    assert_one_line(run("check", *FAULTY, *said), USAGE, re.escape(why))


def test_weights_of_which_none_counts_are_refused_before_the_check(tmp_path: Path) -> None:
    rules = [rule["id"] for rule in json.loads(run("check", *FAULTY, "--json").out)["rules"]]
    zeros = "\n".join(f"{rule} = 0" for rule in [*rules, "answers"])
    said = course(tmp_path, f"[weights]\n{zeros}\n")
    html = ["--report", f"html={tmp_path / 'x'}"]
    assert_one_line(run("check", *FAULTY, *said, *html), USAGE, "all weights are 0")


# -- the page --------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[1] / "docs" / "how-to" / "report-a-verdict.md").read_text("utf-8")


def test_the_page_names_every_format() -> None:
    assert set(reporting.FORMATS) == set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))


# -- colours ---------------------------------------------------------------------------------------

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


class Terminal:
    """A stream that leads to a terminal, or does not."""

    def __init__(self, is_one: bool) -> None:
        self.isatty = lambda: is_one


def test_colours_add_nothing_but_colour() -> None:
    for name in ("only_the_nearest_disc_flipped", "sound"):
        plain = run("check", "--impl", SPECIMEN.format(name), "--games", "0").out
        assert plain == ESCAPE.sub("", colour(plain))
        assert plain != colour(plain)


def test_signs_rules_headings_and_marks_are_colour() -> None:
    text = (
        "✗ x does not\n\n  rule         no-gaps: [B] [no-gaps]\n"
        "   1 . .[B]. [W|B]\n-fault 1 of 2-\n"
    )
    red, bold, dim, yellow = "\x1b[31;1m", "\x1b[1m", "\x1b[2m", "\x1b[33;1m"
    shown = colour(text)
    for part in (
        f"{red}✗\x1b[0m x",
        f"{dim}rule\x1b[0m         {bold}no-gaps\x1b[0m: ",
        f"{dim}[no-gaps]\x1b[0m\n",
        f"{yellow}[B]\x1b[0m. {yellow}[W|B]\x1b[0m",
        f"{bold}-fault 1 of 2-\x1b[0m",
    ):
        assert part in shown


@pytest.mark.parametrize(
    ("is_terminal", "environment", "expected"),
    [
        (True, {"TERM": "xterm"}, True),
        (False, {"TERM": "xterm"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "xterm", "NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (True, {}, False),
    ],
)
def test_colours_are_for_terminals_and_for_those_who_want_them(
    is_terminal: bool, environment: dict[str, str], expected: bool
) -> None:
    assert expected is has_colours(Terminal(is_terminal), environment)  # type: ignore[arg-type]


def test_what_is_no_terminal_gets_no_colours() -> None:
    result = launch("check", *FAULTY, TERM="xterm")
    assert "\x1b" not in result.out
    assert "✗" == result.out[0]
