"""One PDF of a course: each module has its own names, and nothing runs over the margin."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from modlab.commands.errors import Usage
from modlab.modspec_command import cli
from modlab.typesetting import TYPESETTER, TypesettingError, typeset
from modspec import Module
from modspec.print import latex
from modspec.syntax.places import module_at
from othello_spec import modules

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
TYPESET = pytest.mark.skipif(
    shutil.which(TYPESETTER) is None, reason=f"{TYPESETTER} is not installed"
)
WIDEST = 5.0
"""The points by which a line may run over the margin."""


@pytest.fixture(autouse=True)
def own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(LIBRARY), *sys.path])


def library() -> list[Module]:
    return [module_at(str(file)) for file in sorted(LIBRARY.glob("*.py"))]


def lines_over_the_margin(text: str, folder: Path) -> list[float]:
    """The points by which lines of a document run over the margin, those that are too many."""
    (folder / "document.tex").write_text(text, encoding="utf-8")
    options = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error")
    command = [TYPESETTER, *options, "document.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    log = done.stdout.decode(errors="replace")
    assert 0 == done.returncode, log[-500:]
    widths = map(float, re.findall(r"Overfull \\hbox \(([\d.]+)pt", log))
    return [width for width in widths if width > WIDEST]


@TYPESET
def test_no_line_of_the_course_library_runs_over_the_margin(tmp_path: Path) -> None:
    assert [] == lines_over_the_margin(latex.document(library(), "Library"), tmp_path)


@TYPESET
def test_no_line_of_othello_runs_over_the_margin(tmp_path: Path) -> None:
    assert [] == lines_over_the_margin(latex.document(modules(), "Othello"), tmp_path)


@TYPESET
def test_a_line_that_is_too_long_is_seen(tmp_path: Path) -> None:
    text = latex.document(library()[:1], "Library")
    wide = text.replace(r"\section{", "\\noindent\\hbox to 25cm{x}\n\n\\section{", 1)
    assert [100 < width for width in lines_over_the_margin(wide, tmp_path)] == [True]


def test_each_module_has_a_numbered_heading_and_the_hierarchy_names_all() -> None:
    text = latex.document(library(), "A & B")
    assert r"\title{A \& B}" in text
    headings = re.findall(r"\\section\{(.*)\}", text)
    assert [each.name.replace("_", r"\_") for each in library()] == headings
    hierarchy = text[text.index("Module hierarchy") : text.index(r"\clearpage")]
    assert r"$\mathsf{lending}$ & $\mathrm{abstract\ object}$ & $\mathsf{catalogue}$" in hierarchy


def test_what_latex_would_misread_in_a_docstring_is_written_as_it_stands(tmp_path: Path) -> None:
    text = (LIBRARY / "stack.py").read_text("utf-8")
    odd = r"a_b {50 %} #1 & $2 < 3 ≤ 4 ~ ^ \ | −"
    file = tmp_path / "odd_stack.py"
    file.write_text(text.replace("a bounded pile", odd.replace("\\", "\\\\")), encoding="utf-8")
    page = latex.document([module_at(str(file))], "Odd")
    assert (
        r"a\_b \{50 \%\} \#1 \& \$2 $<$ 3 $\leq$ 4 \textasciitilde{} \textasciicircum{} "
        r"\textbackslash{} $\vert$ $-$" in page
    )
    if shutil.which(TYPESETTER):
        assert typeset(page.encode()).startswith(b"%PDF")


def run(*arguments: str) -> click.testing.Result:
    return CliRunner().invoke(cli, ["docs", *arguments])


def test_the_latex_is_written_without_latex(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "course.tex"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert f"wrote {file}\n" == run(str(LIBRARY / "stack.py"), "--pdf", str(file)).output
    assert r"\section{stack}" in file.read_text("utf-8")
    for arguments, words in (
        (("--pdf", str(file)), "is there already; --force overwrites it"),
        (("--pdf", str(tmp_path / "course.doc")), "the name ends in .pdf, or in .tex"),
        (("--pdf", str(tmp_path / "course.pdf")), "pdflatex, which is not installed: install TeX"),
        (("--pdf", str(tmp_path / "no" / "course.tex")), "cannot be written: No such file"),
    ):
        refused = run(str(LIBRARY / "stack.py"), *arguments)
        assert isinstance(refused.exception, Usage | SystemExit)
        assert words in f"{refused.exception}{refused.output}"


@TYPESET
def test_latex_that_fails_says_what_is_wrong() -> None:
    with pytest.raises(TypesettingError, match="pdflatex failed: Undefined control sequence"):
        typeset(rb"\documentclass{article}\begin{document}\nonsense\end{document}")
