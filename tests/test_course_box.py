"""A course in a box: an assignment is written, handed out without secrets, and graded."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from click import Context
from click.testing import CliRunner

import bare_machine
import stack_class
from modcheck.grading.programs import recognise
from modlab import typesetting
from modlab.command_line import CourseCommands
from modlab.commands.errors import Exit
from modlab.course_box import repository as repositories
from modlab.course_box import wheels as packing
from modlab.course_box.archive import archive
from modlab.course_box.assignment import TOOLS
from modlab.course_box.handout import handout, with_used
from modlab.course_box.slides import slides
from modlab.course_box.wheels import NoWheel, wheels
from modlab.modspec_command import cli
from modlab.module_kit import FILES
from modlab.specification_course import SpecificationCourse
from modlab.svg_figures import latex_figure
from modspec import Module
from modspec.print import latex
from othello_mis.commands.main import cli as othello_cli
from othello_mis.course import COURSE
from othello_spec import module as othello_module
from solutions import all_files, solutions
from student_programs import KITS, PROGRAMS, filled_in, has_tool

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "docs" / "library"
SEED: Final = 918273645
LANGUAGES: Final = ("python", "java", "c")

ASSIGNMENTS: Final = {
    "othello": ("othello-mis", ""),
    "stack": ("modspec", "stack.py"),
    "vending_machine": ("modspec", "vending_machine.py"),
    "lending": ("modspec", "lending.py"),
    "line": ("modspec", "line.py"),
}
"""The assignments that are tried: the tool, and the file of the specification."""


def call(tool: str, *arguments: object) -> tuple[int, str]:
    """The exit code of a command, and what it printed."""
    group = othello_cli if tool == "othello-mis" else cli
    done = CliRunner().invoke(group, [str(each) for each in arguments])
    return done.exit_code, done.output


def new(name: str, folder: Path, *options: object) -> tuple[int, str]:
    tool, spec = ASSIGNMENTS[name]
    place = [LIBRARY / spec] if spec else []
    return call(tool, "course", "new", *place, folder, "--seed", SEED, *options)


def specification(name: str) -> Module:
    spec = ASSIGNMENTS[name][1]
    return SpecificationCourse(str(LIBRARY / spec)).specification if spec else othello_module(name)


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Path]]:
    """A function that writes an assignment once, without TeX, and returns its folder."""

    @cache
    def write(name: str, *languages: str) -> Path:
        folder = tmp_path_factory.mktemp("assignment") / name
        languages = languages or (LANGUAGES if name == "othello" else ())
        chosen = [word for each in languages for word in ("--language", each)]
        assert (0, f"wrote {folder}") == (new(name, folder, *chosen)[0], f"wrote {folder}")
        return folder

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typesetting, "TYPESETTER", "no such program")
        patch.setattr(repositories, "wheels", cache(wheels))
        yield write


# -- what is handed out ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_students_get_no_solution(name: str, assignment: Callable[[str], Path]) -> None:
    assert [] == solutions(files_of(assignment(name) / "student"), specification(name))


def test_a_solution_is_found_wherever_it_is_hidden() -> None:
    othello, stack = specification("othello"), specification("stack")
    model = (ROOT / "model/othello_model/othello_type.py").read_bytes()
    packed = archive({"a.whl": archive({"deep/inside.py": model})})
    assert ["wheels.zip/a.whl/deep/inside.py: Othello"] == solutions(
        {"wheels.zip": packed}, othello
    )
    course = (ROOT / "model/othello_model/othello.py").read_bytes()
    assert ["o.py: module"] == solutions({"o.py": course}, othello)
    student = (ROOT / "tests/library_programs/stack.py").read_bytes()
    assert 1 == len(solutions({"stack.py": student}, stack))


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_students_get_no_secret(name: str, assignment: Callable[[str], Path]) -> None:
    secrets = {str(SEED), "[weights]", "reveal ="}
    found = {
        (path, secret)
        for path, data in all_files(files_of(assignment(name) / "student"))
        for secret in secrets
        if secret.encode() in data and "/modlab/" not in path  # which reads any settings
    }
    assert set() == found
    settings = (assignment(name) / "instructor" / "settings.toml").read_text()
    assert {secret for secret in secrets if secret in settings} == secrets


def test_students_get_neither_the_model_nor_the_proofs(assignment: Callable[[str], Path]) -> None:
    files = dict(all_files(files_of(assignment("othello") / "student")))
    packages = {path.split(".whl/")[1].split("/")[0] for path in files if "othello_mis-" in path}
    ours = {name for name in packages if ".dist-info" not in name}
    assert {"modspec", "modcheck", "modlab", "othello_spec", "othello_suite", "othello_mis"} == ours


def test_the_same_seed_gives_the_same_bytes(
    tmp_path: Path, assignment: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert 0 == new("stack", Path("again"))[0]
    assert files_of(assignment("stack")) == files_of(tmp_path / "again")


def test_a_seed_is_drawn_and_only_the_settings_and_the_autograder_have_it(
    tmp_path: Path, assignment: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetting, "TYPESETTER", "no such program")
    place = LIBRARY / "stack.py"
    assert 0 == call("modspec", "course", "new", place, tmp_path / "drawn")[0]
    one, other = files_of(assignment("stack")), files_of(tmp_path / "drawn")
    assert {"instructor/gradescope.zip", "instructor/settings.toml"} == {
        path for path in one if one[path] != other[path]
    }


# -- the handout -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_each_link_of_the_handout_leads_to_something_in_it(
    name: str, assignment: Callable[[str], Path]
) -> None:
    page = (assignment(name) / "student" / "handout" / f"{name}.html").read_text(encoding="utf-8")
    targets, links = set(re.findall(r' id="([^"]+)"', page)), re.findall(r'href="#([^"]+)"', page)
    assert (True, set()) == (bool(links), set(links) - targets)
    declared = {f"{name}.{each.name}" for each in specification(name).access_programs}
    assert set() == declared - targets


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not installed")
@pytest.mark.parametrize("name", ["lending", "othello"])
def test_the_pdf_has_no_line_that_is_too_wide(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetting, "TYPESETTER", "pdflatex")
    course = COURSE if name == "othello" else SpecificationCourse(str(LIBRARY / f"{name}.py"))
    made = [handout(specification(name), course.rulebook, name) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0][f"{name}.pdf"].startswith(b"%PDF")
    (tmp_path / "h.tex").write_bytes(made[0][f"{name}.tex"])
    command = ["pdflatex", "-interaction=nonstopmode", "h.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [] == re.findall(r"Overfull.*", done.stdout)


# -- the slides ------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not installed")
@pytest.mark.parametrize("name", ["queue", "othello", "line"])
def test_slides_have_no_line_that_is_too_wide_and_no_page_that_is_too_long(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typesetting, "TYPESETTER", "pdflatex")
    course = COURSE if name == "othello" else SpecificationCourse(str(LIBRARY / f"{name}.py"))
    module = course.module(name)
    made = [slides(course, module, name.capitalize()) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0]["slides.pdf"].startswith(b"%PDF")
    (tmp_path / "s.tex").write_bytes(made[0]["slides.tex"])
    command = ["pdflatex", "-interaction=nonstopmode", "s.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [] == re.findall(r"Overfull.*", done.stdout)


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_slides_show_every_routine_some_calls_and_what_is_proved(
    name: str, assignment: Callable[[str], Path]
) -> None:
    text = (assignment(name) / "instructor" / "slides" / "slides.tex").read_text("utf-8")
    headings = re.findall(r"\\renewcommand\{\\heading\}\{(.*)\}$", text, re.M)
    proofs = "What the rules imply" if name == "othello" else "What is proved"
    assert ["Some calls, and what they come to", proofs] == headings[-2:]
    granted = "All values where Stock has a value for each Drink."
    assert (granted in text) == (name == "vending_machine")
    module = specification(name)
    shown = {f"{module.name}: {each}" for each in ("syntax", "state", "what calls come to")}
    assert {latex.prose(each) for each in shown} <= {*headings}
    for function in module.access_programs:
        assert rf"\mathit{{{latex.prose(function.name)}}}" in text
    assert ("pdfliteral" in text) == (len(with_used(module)) > 1)  # a picture of the modules


def test_the_boards_of_the_slides_are_those_of_the_calls(assignment: Callable[[str], Path]) -> None:
    text = (assignment("othello") / "instructor" / "slides" / "slides.tex").read_text("utf-8")
    frames = re.findall(r"\\callframe\{\\textsf\{(\w+).*?(?=\\callframe|\\clearpage)", text, re.S)
    assert ["init", *["move"] * 5] == frames
    assert "raises InvalidMove" in text


@pytest.mark.parametrize(
    "drawn",
    ['<ellipse cx="1" cy="1" rx="1" ry="2"/>', '<path d="M1 1 Q2 2 3 3"/>', '<rect fill="red"/>'],
)
def test_a_picture_that_a_figure_cannot_show_is_an_error(drawn: str) -> None:
    with pytest.raises(ValueError, match="a figure has no"):
        latex_figure(f'<svg width="9" height="9">{drawn}</svg>', 1.0, str)


# -- the kits --------------------------------------------------------------------------------------

PROGRAM_FILES: Final = {
    "python": ["stack.py"],
    "java": ["Stack.java"],
    "c": ["stack.c", "stack.h"],
    "cpp": ["stack.cpp", "stack.hpp"],
    "javascript": ["stack.mjs"],
    "typescript": ["stack.ts"],
    "rust": ["stack.rs"],
}


@pytest.mark.parametrize("language", PROGRAM_FILES)
def test_what_a_student_hands_in_is_built_as_the_grader_builds_it(
    language: str, tmp_path: Path, assignment: Callable[[str], Path]
) -> None:
    if not all(has_tool(tool.command) for tool in TOOLS[language]):
        pytest.skip(f"there is no compiler for {language} here")
    (kit,) = (assignment("stack") / "student" / "kits" / language).iterdir()
    (tmp_path / kit.name).write_text(filled_in(kit.read_text("utf-8")), encoding="utf-8")
    for name in PROGRAM_FILES[language]:
        shutil.copy(ROOT / "tests" / "library_programs" / name, tmp_path)
    course = SpecificationCourse(str(LIBRARY / "stack.py"))
    recipe = recognise(tmp_path, course.programs, ["init", "push", "pop", "top"])
    assert recipe is not None
    shell(recipe.build or ":", tmp_path)
    check = ["modspec", "check", str(LIBRARY / "stack.py"), recipe.run, "--unsafe", "--brief"]
    assert f"✓ {recipe.run} conforms to stack\n" == shell(shlex.join(check), tmp_path)


def test_every_language_has_a_kit(assignment: Callable[[str], Path]) -> None:
    kits = {folder.name for folder in (assignment("stack") / "student" / "kits").iterdir()}
    assert PROGRAM_FILES.keys() == kits == FILES.keys()


# -- wheels ----------------------------------------------------------------------------------------


def test_a_wheel_lists_its_files_with_their_digests() -> None:
    for name, data in wheels(COURSE.packages).items():
        with zipfile.ZipFile(BytesIO(data)) as packed:
            (record,) = (each for each in packed.namelist() if each.endswith("/RECORD"))
            rows = [line.rsplit(",", 2) for line in packed.read(record).decode().splitlines()]
            assert sorted(packed.namelist()) == sorted(path for path, _, _ in rows), name
            for path, digest, _ in rows:
                if path != record:
                    due = urlsafe_b64decode(digest.removeprefix("sha256=") + "=")
                    assert due == hashlib.sha256(packed.read(path)).digest(), path


def test_the_wheel_of_a_plain_module_has_no_command_of_othello() -> None:
    (checker,) = (data for name, data in wheels(()).items() if name.startswith("othello_mis-"))
    with zipfile.ZipFile(BytesIO(checker)) as packed:
        (path,) = (each for each in packed.namelist() if each.endswith("entry_points.txt"))
        points = packed.read(path).decode()
    assert ("modspec =" in points, "othello" in points.replace("othello-mis", "")) == (True, False)


def test_what_was_not_installed_by_pip_cannot_be_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    class WithoutRecord(packing.Distribution):
        name, files, version, requires = "rich", None, "1", None  # type: ignore[assignment]

        def read_text(self, filename: str) -> str | None:
            return None

        def locate_file(self, path: object) -> Path:
            return Path(str(path))

    monkeypatch.setattr(packing, "_needs", lambda one: [WithoutRecord()])
    with pytest.raises(NoWheel, match="which files are rich's is not recorded here"):
        wheels(())


# -- refusals --------------------------------------------------------------------------------------

REFUSED: Final = {
    "full": ("course new {library}/stack.py {full}", "{full} is there already; name a new folder"),
    "file": ("course new {library}/stack.py {file}", "{file} is there already; name a new folder"),
    "full of wheels": ("course wheels {full}", "{full} is there already; name a new folder"),
    "no file": ("course new nothing.py {new}", "no file 'nothing.py'"),
    "no path": ("course new stack {new}", "'stack' is no file; give the path of a specification"),
    "no object": (
        "course new {library}/tic_tac_toe_theorems.py {new}",
        "has no initialiser, so no program of it can be judged",
    ),
    "objects": (
        "course new {library}/line.py {new} --language java",
        "line takes or yields objects, which a kit",
    ),
    "nothing to pack": ("course pack {library}/stack.py {new}", "settings.toml cannot be read"),
}
"""Commands, each with its description in one line."""


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_written_is_refused_in_one_line(case: str, tmp_path: Path) -> None:
    places = {name: tmp_path / name for name in ("full", "file", "new")} | {"library": LIBRARY}
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("")
    (tmp_path / "file").write_text("")
    given, due = (text.format_map(places) for text in REFUSED[case])
    code, output = call("modspec", *shlex.split(given))
    (line,) = output.splitlines()
    assert (Exit.USAGE, True) == (code, due in line), line
    assert not (tmp_path / "new").exists()


def test_a_module_without_kits_is_refused(tmp_path: Path) -> None:
    code, output = call("othello-mis", "course", "new", tmp_path / "new", "--module", "match")
    assert code == Exit.USAGE
    assert "othello-mis has no kit for the module match" in output


# -- settings --------------------------------------------------------------------------------------


def text_in_zip(folder: Path, path: str) -> str:
    """Return the text of a file in the autograder of an assignment."""
    with zipfile.ZipFile(folder / "instructor" / "gradescope.zip") as archive:
        return archive.read(path).decode()


def test_changed_weights_change_the_rubric_and_the_autograder(
    tmp_path: Path, assignment: Callable[[str], Path]
) -> None:
    folder = Path(shutil.copytree(assignment("stack"), tmp_path / "stack"))
    settings = folder / "instructor" / "settings.toml"
    spec = folder / "student" / "specification" / "stack.py"
    settings.write_text(settings.read_text().replace("\nempty = 1", "\nempty = 5"))
    assert 0 == call("modspec", "course", "pack", spec, folder)[0]
    rubric = (folder / "instructor" / "rubric.md").read_text()
    points = re.findall(r"^\| ([\w-]+) \| ([\d.]+) \|", rubric, re.M)
    assert ("50.00", "10.00") == (dict(points)["empty"], dict(points)["capacity"])
    assert settings.read_text() == text_in_zip(folder, "settings.toml")
    settings.write_text(settings.read_text().replace("\nempty = 5", "\nemty = 5"))
    code, output = call("modspec", "course", "pack", spec, folder)
    assert (Exit.USAGE, True) == (code, "did you mean empty?" in output), output


def test_scripts_of_the_autograder_can_be_run(assignment: Callable[[str], Path]) -> None:
    with zipfile.ZipFile(assignment("stack") / "instructor" / "gradescope.zip") as found:
        modes = {each.filename: each.external_attr >> 16 for each in found.infolist()}
    runnable = {name for name, mode in modes.items() if mode & 0o111}
    assert {"run_autograder", "setup.sh"} == runnable
    assert {"settings.toml", "specification/stack.py"} <= modes.keys()


# -- on a bare machine -----------------------------------------------------------------------------

BARE = pytest.mark.skipif(bool(bare_machine.why_none()), reason=bare_machine.why_none())

HANDED_IN: Final = {
    "python": (True, False),
    "java": (False, True),
    "c": (False, False),
}
"""By language: whether the program is sound, and whether a container refuses bubblewrap."""


def hand_in(assignment: Path, language: str, folder: Path, *, is_sound: bool) -> None:
    """Write what a student hands in: the filled-in kit, and the program beside it."""
    (kit,) = (assignment / "student" / "kits" / language).iterdir()
    shutil.copytree(KITS / language, folder, dirs_exist_ok=True)
    (folder / kit.name).write_text(filled_in(kit.read_text(encoding="utf-8")), encoding="utf-8")
    if not is_sound:
        PROGRAMS[language].fault.apply(folder)


@pytest.fixture(scope="module")
def autograder(
    tmp_path_factory: pytest.TempPathFactory, assignment: Callable[..., Path]
) -> Callable[..., Path]:
    """Makes the folder /autograder of an assignment as Gradescope does, and runs setup.sh."""

    @cache
    def make(name: str, *languages: str) -> Path:
        folder = tmp_path_factory.mktemp("autograder")
        folder.chmod(0o755)  # as Gradescope's is
        for each in ("source", "submission", "results"):
            (folder / each).mkdir()
        with zipfile.ZipFile(
            assignment(name, *languages) / "instructor" / "gradescope.zip"
        ) as packed:
            packed.extractall(folder / "source")
        bare_machine.run({"/autograder": folder}, "bash /autograder/source/setup.sh")
        return folder

    return make


def grade_submission(folder: Path, is_container: bool = False) -> dict[str, Any]:
    """What the autograder says of the submission in its folder."""
    (folder / "results" / "results.json").unlink(missing_ok=True)
    script = "bash /autograder/source/run_autograder"
    bare_machine.run({"/autograder": folder}, script, is_container)
    found: dict[str, Any] = json.loads((folder / "results" / "results.json").read_text())
    return found


@BARE
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_autograder_runs_without_a_network_in_each_language(
    language: str, assignment: Callable[[str], Path], autograder: Callable[[str], Path]
) -> None:
    if not has_tool(PROGRAMS[language].tool):
        pytest.skip(f"there is no {PROGRAMS[language].tool} here")
    folder, (is_sound, is_container) = autograder("othello"), HANDED_IN[language]
    shutil.rmtree(folder / "submission")
    # a repository, as GitHub hands it in, with what else the student has there
    shutil.copytree(assignment("othello") / "student", folder / "submission")
    hand_in(assignment("othello"), language, folder / "submission" / "program", is_sound=is_sound)
    found = grade_submission(folder, is_container)
    assert is_sound == (found["score"] == 100.0)
    failed = {test["name"] for test in found["tests"] if test["status"] == "failed"}
    assert is_sound or PROGRAMS[language].rule in failed


@BARE
def test_the_autograder_judges_a_module_from_a_file(autograder: Callable[..., Path]) -> None:
    folder = autograder("stack", "python")  # a bare machine may have no compiler for Rust
    program = ROOT / "tests" / "library_programs" / "stack.py"
    shutil.copy(program, folder / "submission")
    assert 100.0 == grade_submission(folder)["score"]
    (folder / "submission" / "stack.py").unlink()
    (folder / "submission" / "notes.txt").write_text("I ran out of time.")
    empty = grade_submission(folder)
    assert 0.0 == empty["score"]
    assert "nothing to run was recognised" in str(empty["output"])


UNTRIED: Final = {"Prepare the machine"}
"""The steps of the workflows that need the network, and a machine of GitHub's."""


def steps(workflow: Path) -> list[str]:
    """The shell's steps of a workflow that can be tried here."""
    (job,) = yaml.safe_load(workflow.read_text())["jobs"].values()
    named = {step["name"]: step["run"] for step in job["steps"] if "run" in step}
    assert UNTRIED <= named.keys()
    return [text for name, text in named.items() if name not in UNTRIED]


VENV: Final = "python3 -m venv /tmp/venv; export PATH=/tmp/venv/bin:$PATH; cd /repository; "
"""What actions/setup-python and actions/checkout come to."""


@BARE
def test_the_students_workflow_checks_a_program_without_a_network(
    tmp_path: Path, assignment: Callable[[str], Path]
) -> None:
    folder = Path(shutil.copytree(assignment("othello") / "student", tmp_path / "repository"))
    hand_in(assignment("othello"), "python", folder / "program", is_sound=False)
    *before, check = steps(folder / ".github" / "workflows" / "check.yml")
    script = VENV + "\n".join([*before, "othello-mis --help", f"if {check}; then exit 1; fi"])
    printed = bare_machine.run({"/repository": folder}, script)
    assert re.search(r"^::error .*capture-all", printed, re.M), printed
    listed = re.findall(r"^  (\w+) ", printed.partition("Commands:")[2].partition("\n\n")[0], re.M)
    without_model = CourseCommands(COURSE, own={}, summary="")
    assert without_model.list_commands(Context(without_model)) == listed


@BARE
def test_the_instructors_workflow_grades_submissions_without_a_network(
    tmp_path: Path, assignment: Callable[[str], Path]
) -> None:
    folder = Path(shutil.copytree(assignment("stack"), tmp_path / "repository"))
    for name in ("ada", "bob"):
        (folder / "submissions" / name).mkdir(parents=True)
        text = (ROOT / "tests" / "library_programs" / "stack.py").read_text()
        (folder / "submissions" / name / "stack.py").write_text(text)
    bob = folder / "submissions" / "bob" / "stack.py"
    bob.write_text(bob.read_text().replace("return self.used\n", "return 0\n"))
    script = VENV + "\n".join(steps(folder / ".github" / "workflows" / "grade.yml"))
    bare_machine.run({"/repository": folder}, script)
    table = (folder / "submissions-graded" / "grades.csv").read_text().splitlines()
    rows = {line.split(",")[0]: line.split(",")[1] for line in table[1:]}
    assert {"ada": "conforms", "bob": "does not conform"} == rows


# -- the pages -------------------------------------------------------------------------------------

PAGE: Final = ROOT / "docs" / "how-to" / "hand-out-an-assignment.md"


def blocks(file: Path, language: str) -> list[str]:
    text = file.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def shell(script: str, folder: Path) -> str:
    """What a script prints, with the commands as they are installed here."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def test_the_how_to_leads_from_nothing_to_a_graded_class(tmp_path: Path) -> None:
    for name in ("docs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    page = "".join(blocks(PAGE, "console"))
    commands = re.findall(r"^\$ (.*)$", page, re.M)
    script = "\n".join(f"printf '%s\\n' {shlex.quote(f'$ {each}')}; {each}" for each in commands)
    assert page == shell(script, tmp_path)


def test_the_instructors_readme_can_be_followed(
    tmp_path: Path, assignment: Callable[[str], Path]
) -> None:
    folder = Path(shutil.copytree(assignment("stack"), tmp_path / "stack"))
    for name in ("ada", "ben"):  # ben uses a kit
        stack_class.hand_in(folder, name, folder / "repositories" / name / "program")
    copied = folder / "repositories" / "zoe" / "program"
    copied.mkdir(parents=True)
    shutil.copy(LIBRARY / "stack.py", copied)
    printed = shell("\n".join(blocks(folder / "instructor" / "README.md", "sh")), folder)
    assert "3 submissions; conforms: 2" in printed
    assert "submissions/zoe/stack.py" == printed.splitlines()[-1]
    assert (folder / "handed-out" / ".github" / "workflows" / "check.yml").is_file()


@pytest.mark.parametrize("name", ["othello", "stack", "line"])
def test_the_students_readme_can_be_followed(
    name: str, tmp_path: Path, assignment: Callable[[str], Path]
) -> None:
    folder = Path(shutil.copytree(assignment(name) / "student", tmp_path / "student"))
    if name != "othello":
        shutil.copy(ROOT / "tests" / "library_programs" / f"{name}.py", folder / "program")
    else:
        hand_in(assignment(name), "python", folder / "program", is_sound=True)
    readme = folder / "README.md"
    for copied in re.findall(r"`(cp kits/[^`]*)`", readme.read_text(encoding="utf-8")):
        assert (folder / copied.split()[1]).is_file()
    printed = shell("\n".join(blocks(readme, "sh")), folder)
    assert f"program conforms to {name}" in printed
    assert "Access Routine Semantics" in printed


def test_an_assignment_of_a_variant_is_judged_by_the_variant(tmp_path: Path) -> None:
    shell("othello-mis course new a --variant fewest --language python", tmp_path)
    hand_in(tmp_path / "a", "python", tmp_path / "ada", is_sound=True)
    check = "othello-mis check ada --config a/instructor/settings.toml --brief || test $? = 1"
    assert "majority" in shell(check, tmp_path)
    assert 'variant = "fewest"' in (tmp_path / "a" / "student" / "check.toml").read_text()
    heading, *task = (tmp_path / "a" / "student" / "README.md").read_text("utf-8").splitlines()
    assert "# Othello, variant fewest" == heading
    assert "**This is not the usual game.** The player with the fewest discs wins." in task[1]
    handout_text = (tmp_path / "a" / "student" / "handout" / "othello.tex").read_text("utf-8")
    assert r"\title{Othello, variant fewest}" in handout_text
    note = "This is not the usual game. The player with the fewest discs wins."
    for ending in ("html", "tex", "txt"):
        assert (
            note in (tmp_path / "a/student/handout/othello").with_suffix(f".{ending}").read_text()
        )
