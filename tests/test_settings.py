"""Settings: what a pyproject.toml may say about a check, and one line for each error in it."""

from __future__ import annotations

import os
import re
from decimal import Decimal
from pathlib import Path

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from modlab.settings import Settings, SettingsError, keys, settings
from modlab.specification_course import SpecificationCourse
from othello_mis.course import COURSE

ALL = """
[tool.othello-mis]
module = "match"
size = 6
seed = -3
games = 20
timeout = 2
maximum = 12.5
hidden = ["forfeit", "draw", "forfeit"]
reveal = "when published"

[tool.othello-mis.conventions]
first = "white"

[tool.othello-mis.weights]
capture-all = 3
forfeit = 0.5
answers = 0
"""


def write_settings(folder: Path, text: str | bytes, name: str = "pyproject.toml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def complaint(config: Path | None, folder: Path | None = None) -> str:
    """The one line that tells what is wrong with settings."""
    with pytest.raises(SettingsError) as refused:
        settings(COURSE, config, folder)
    message = str(refused.value)
    assert 1 == len(message.splitlines())
    assert len(message) < 700
    return message


# -- the page about them ---------------------------------------------------------------------------


def test_the_page_has_a_row_for_each_key() -> None:
    page = Path(__file__).parents[1] / "docs" / "reference" / "settings.md"
    rows = re.findall(r"^\| `(\w+)` \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(keys(COURSE)) == sorted(rows)


def test_the_page_shows_settings_that_are_accepted(tmp_path: Path) -> None:
    page = Path(__file__).parents[1] / "docs" / "reference" / "settings.md"
    blocks = re.findall(r"^```toml\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    stack = SpecificationCourse(str(page.parents[1] / "library" / "stack.py"))
    of_othello, of_stack = (
        settings(course, write_settings(tmp_path, block))
        for course, block in zip((COURSE, stack), blocks, strict=True)
    )
    assert ("othello", 40, ("draw", "forfeit")) == (
        of_othello.module,
        of_othello.maximum,
        of_othello.hidden,
    )
    assert (50, 10, {"empty": 2}) == (of_stack.games, of_stack.maximum, of_stack.weights)


# -- what is said ----------------------------------------------------------------------------------


def test_a_table_says_all_there_is_to_say(tmp_path: Path) -> None:
    file = write_settings(tmp_path, ALL)
    assert Settings(
        COURSE,
        module="match",
        parameters={"size": 6},
        seed=-3,
        games=20,
        timeout=2.0,
        conventions={"first": "white"},
        weights={"capture-all": 3, "forfeit": 0.5, "answers": 0},
        maximum=Decimal("12.5"),
        hidden=("forfeit", "draw"),
        reveal="when published",
        origin=file,
    ) == settings(COURSE, None, tmp_path)


def test_every_setting_has_a_key_and_every_parameter_of_the_course_one_of_its_own() -> None:
    own = {each.name for each in attrs.fields(Settings)} - {"course", "origin", "parameters"}
    assert own | {"size"} == set(keys(COURSE))


def test_nothing_said_is_nothing_settled(tmp_path: Path) -> None:
    write_settings(tmp_path, "[tool.other]\nsize = 6\n")
    assert Settings(COURSE) == settings(COURSE, None, tmp_path)
    assert not Settings(COURSE).is_graded


def test_the_table_is_looked_for_in_the_folders_above(tmp_path: Path) -> None:
    write_settings(tmp_path, "[tool.othello-mis]\nsize = 6\n")
    write_settings(tmp_path / "inner", "[project]\nname = 'x'\n")
    assert 6 == settings(COURSE, None, tmp_path / "inner" / "most").parameters["size"]


def test_the_nearest_table_counts_and_no_other(tmp_path: Path) -> None:
    write_settings(tmp_path, "[tool.othello-mis]\nsize = 6\n")
    write_settings(tmp_path / "inner", "[tool.othello-mis]\nseed = 1\n")
    found = settings(COURSE, None, tmp_path / "inner")
    assert ({}, 1) == (found.parameters, found.seed)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[tool.othello-mis]\nsize = 6"),
        ("course.toml", "[tool.othello-mis]\nsize = 6"),
        ("course.toml", "size = 6"),
    ],
)
def test_a_named_file_has_the_table_or_its_keys_at_the_top(
    tmp_path: Path, name: str, text: str
) -> None:
    write_settings(tmp_path, "[tool.othello-mis]\nsize = 10\n")
    assert (
        6
        == settings(COURSE, write_settings(tmp_path / "named", text, name), tmp_path).parameters[
            "size"
        ]
    )


def test_weights_of_other_modules_do_not_concern_a_module(tmp_path: Path) -> None:
    write_settings(tmp_path, "[tool.othello-mis.weights]\ntime-limit = 2\ndraw = 1")
    assert {"draw": 1} == settings(COURSE, None, tmp_path).weights_of(["draw", "setup"])


@pytest.mark.parametrize(
    "text", ["[tool.othello-mis.weights]\ndraw = 1", "[tool.othello-mis]\nmaximum = 5"]
)
def test_who_speaks_of_weights_or_points_wants_them(tmp_path: Path, text: str) -> None:
    write_settings(tmp_path, text)
    assert settings(COURSE, None, tmp_path).is_graded


# -- what makes no sense ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("sizes = 6", "no setting 'sizes' = 6; did you mean size"),
        ("xyzzy = 6", "no setting 'xyzzy' = 6; the settings are: module, size,"),
        ('module = "otello"', "module is 'otello'; write one of othello, passing"),
        ("module = []", "module is []; write one of"),
        ("size = 7", "size is 7; sizes are even integers, from 4 to 16"),
        ("size = 6.0", "size is 6.0; sizes are"),
        ("size = true", "size is true; sizes are"),
        (f"size = {10**30}", f"size is {10**30}; sizes are"),
        ("seed = 0.5", "seed is 0.5; write an integer"),
        (f"seed = {2**63}", f"seed is {2**63}; write an integer of 64 bits"),
        ("games = -1", "games is -1; write an integer from 0 upwards"),
        ("timeout = 0", "timeout is 0; write a number of seconds from 0.1 to 3600"),
        ("timeout = nan", "timeout is nan; write a number"),
        ("timeout = inf", "timeout is inf; write a number"),
        ('timeout = "1"', "timeout is '1'; write a number"),
        ("maximum = 0.001", "maximum is 0.001; write a number of points"),
        ("maximum = -inf", "maximum is -inf; write a number of points"),
        ("maximum = 2024-01-01", "maximum is datetime.date(2024, 1, 1); write a number of points"),
        ('hidden = "draw"', "hidden is 'draw'; write a list of rules"),
        ("hidden = [1]", "hidden is [1]; write a list of rules"),
        ('hidden = ["forfiet"]', "hidden is 'forfiet'; did you mean forfeit?"),
        ('hidden = ["q"]', "hidden is 'q'; there is no such rule"),
        ('reveal = "later"', "reveal is 'later'; write one of never, when due, when published"),
        ("reveal = [1]", "reveal is [1]; write one of"),
        ("weights = 3", "weights is 3; write a table of rules"),
        ("weights = {captur-all = 3}", "weights is 'captur-all'; did you mean capture-all?"),
        ("weights = {draw = -1}", "weights.draw is -1; a weight is a number from 0 upwards"),
        ("weights = {draw = true}", "weights.draw is true; a weight is a number"),
        ("weights = {draw = inf}", "weights.draw is inf; a weight is a number"),
        ("conventions = 3", "conventions is 3; write a table"),
        (
            "conventions = {first = 1}",
            "conventions.first is 1; the value of a convention is a string",
        ),
        ("sandbox = false", "sandbox is false; write one of auto, bubblewrap, landlock"),
        ('sandbox = "none"', "sandbox is 'none'; write one of auto, bubblewrap, landlock"),
        ('seed = "a\\u0000\\u001b[31m"', "seed is 'a\\x00\\x1b[31m'; write an integer"),
        (f'seed = "{"x" * 1000}"', "xxx...; write an integer"),
    ],
)
def test_a_value_that_makes_no_sense_is_named_with_its_file_and_what_would_be_right(
    tmp_path: Path, line: str, why: str
) -> None:
    file = write_settings(tmp_path, line, "course.toml")
    message = complaint(file)
    assert message.startswith(f"{file}: ")
    assert why in message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"size = ", "is not TOML"),
        (b"size = 6\nsize = 6", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8, as TOML is: byte 0"),
        (b"a = " + b"[" * 100_000, "is nested too deeply; write it flat"),
        (b"a = " + b"9" * 5000, "is not TOML"),
        (b"#" * (2**20 + 1), "is larger than 1048576 bytes"),
        (b"tool = 3", "tool.othello-mis is 3; write a table"),
        (b"tool.othello-mis = 3", "tool.othello-mis is 3; write a table"),
        (b"[tool.other]", "has no table [tool.othello-mis]"),
    ],
)
def test_a_file_that_makes_no_sense_is_named(tmp_path: Path, text: bytes, why: str) -> None:
    message = complaint(write_settings(tmp_path, text, "course.toml"))
    assert str(tmp_path / "course.toml") in message
    assert why in message


def test_a_file_that_is_not_there_or_is_none_is_named(tmp_path: Path) -> None:
    assert "nope.toml cannot be read: No such file" in complaint(tmp_path / "nope.toml")
    assert "cannot be read: Is a directory" in complaint(tmp_path)
    assert "cannot be read" in complaint(Path("a\0b"))


@pytest.mark.parametrize("rung", ["landlock", "bubblewrap"])
def test_what_is_found_and_not_named_cannot_say_how_programs_are_confined(
    tmp_path: Path, rung: str
) -> None:
    file = write_settings(tmp_path, f"[tool.othello-mis]\nsandbox = '{rung}'\n")
    assert f"sandbox is '{rung}', in a file that --config does not name" in complaint(
        None, tmp_path
    )
    assert rung == settings(COURSE, file).sandbox
    write_settings(tmp_path, "[tool.othello-mis]\nsandbox = 'auto'\n")
    assert "auto" == settings(COURSE, None, tmp_path).sandbox


def test_the_current_folder_is_where_the_search_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(tmp_path, "[tool.othello-mis]\nsize = 4\n")
    monkeypatch.chdir(tmp_path)
    assert 4 == settings(COURSE).parameters["size"]


VALUES = st.recursive(
    st.sampled_from(
        ["0", "-1", "1.5", "nan", "true", '"draw"', '"x"', "1979-05-27", "''", "1e400"]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.dictionaries(st.sampled_from(["draw", "first", "setup", "a"]), inner, max_size=3).map(
            lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"
        ),
    ),
    max_leaves=6,
)
TABLES = st.dictionaries(st.sampled_from([*keys(COURSE), "tool", "x"]), VALUES, max_size=4).map(
    lambda table: "\n".join(f"{key} = {value}" for key, value in table.items()).encode()
)


@given(content=st.one_of(st.binary(max_size=200), TABLES))
@example(content=b"tool = []")
@example(content=b"\xef\xbb\xbfsize = 6")
def test_whatever_a_file_holds_there_are_settings_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / f"fuzzed-{os.getpid()}.toml"
    file.write_bytes(content)
    try:
        found = settings(COURSE, file)
    except SettingsError as error:
        message = str(error)
    else:
        assert file == found.origin
        message = "x"
    assert 1 == len(message.splitlines())
