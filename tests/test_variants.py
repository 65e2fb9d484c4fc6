"""Variants: another text of a few functions, and everything follows.

A process plays one game, so what is tried here with a variant of Othello runs in its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from modlab.commands.errors import Exit
from modspec import SpecificationError, declare
from modspec.print.terminal import page
from modspec.run.machine import Machine
from modspec.syntax.rulebook import Rule, Rulebook
from modspec.syntax.variant import Variant, use_variant, variant_in_use, with_variant
from othello_proofs.methods.variant_theorems import claims
from othello_spec.rules import RULES
from othello_spec.variants import VARIABLE, VARIANTS
from othello_suite.coverage_goals import GOALS
from othello_suite.variants import FALSE_DERIVATIONS, IMPOSSIBLE, games
from tools.variant_theorems import FILE, OWNERS, SIZE, UNTRIED, digest
from variant_programs import PROGRAMS

HERE: Final = Path(__file__).parent
DOCS: Final = HERE.parent / "docs"
LAUNCH: Final = [sys.executable, "-c", "from othello_mis.commands.main import main; main()"]

PLAIN: Final = "py:wrong_implementations.sound:Othello"
"""A sound program of the plain game: last year's."""

SWITCHED: Final = {
    "fewest": "majority",
    "orthogonal": "directions",
    "side-by-side": "setup",
    "short-rows": "any-length",
    "closed-corners": "place-on-empty",
    "sudden-end": "game-over",
    "cylinder": "direct-line",
}
"""The rule by which last year's program fails."""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def launch(*arguments: str, folder: Path = HERE, **environment: str) -> Done:
    """Run the command line in a process of its own."""
    done = subprocess.run(
        [*LAUNCH, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


# -- the mechanism, with a module of its own -------------------------------------------------------

COUNTER: Final = '''"""Counter: it counts up to a limit."""

from __future__ import annotations

from modspec import AbstractObject

__all__ = ["init", "up", "value"]


class Counter(AbstractObject):
    """The state."""

    n: int
    """How often it was counted."""


def init() -> Counter:
    """Begin."""
    return Counter(n=0)  # [begin]


def up(counter: Counter) -> Counter:
    """Count."""
    return Counter(n=step(counter.n))  # [count]


def value(counter: Counter) -> int:
    """How far it is."""
    return counter.n  # [value]


def step(n: int) -> int:
    """The next number."""
    return n + 1  # [count]
'''

UP: Final = '''def up(counter: Counter) -> Counter:
    """Count by two."""
    return Counter(n=counter.n + 2)  # [count]
'''


@pytest.fixture
def counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module that nothing has imported, in a process without a variant."""
    name = f"counter_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(COUNTER, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    yield name
    sys.modules.pop(name, None)


def by_two(name: str, **texts: str) -> Variant:
    return Variant("by-two", "It counts by two.", {name: {"up": UP, "step": "", **texts}})


def test_a_changed_text_is_what_is_run_and_printed_and_a_function_may_be_left_out(
    counter: str,
) -> None:
    use_variant(by_two(counter))
    module = declare(counter)
    machine = Machine(module)
    state = machine.call(machine.initial(), "up").state
    assert 2 == machine.call(state, "value").output
    assert "Count by two." in page(module)
    assert "step" not in [function.name for function in module.functions]
    assert "Count by two." in (module.python.up.__doc__ or "")


def test_what_a_text_needs_is_imported(counter: str) -> None:
    text = UP.replace("counter.n + 2", "counter.n + SIZE")
    variant = Variant(
        "by-size",
        "It counts by eight.",
        {counter: {"up": text, "step": ""}},
        {counter: "from othello_spec.board import SIZE"},
    )
    use_variant(variant)
    machine = Machine(declare(counter))
    assert 8 == machine.call(machine.call(machine.initial(), "up").state, "value").output


def test_a_process_plays_one_game(counter: str) -> None:
    use_variant(by_two(counter))
    use_variant(by_two(counter))
    assert by_two(counter) == variant_in_use()
    other = Variant("other", "", {counter: {}})
    with pytest.raises(SpecificationError, match="plays by-two already; start another for other"):
        use_variant(other)


def test_a_variant_is_chosen_before_what_it_changes_is_imported(counter: str) -> None:
    declare(counter)
    with pytest.raises(SpecificationError, match=f"{counter} is imported already, without the var"):
        use_variant(by_two(counter))
    assert variant_in_use() is None


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("down", UP, "there is no function down"),
        ("up", UP.replace("Counter)", "Counter, by: int)"), "the first line has to be: def up"),
        ("up", "def up(:", "Python cannot read this"),
        ("up", f"{UP}\nx = 1\n", "write one function, def up"),
        ("up", UP.replace("return", "print(); return"), "outside the notation"),
    ],
)
def test_a_text_that_does_not_fit_is_refused(name: str, text: str, why: str, counter: str) -> None:
    use_variant(by_two(counter, **{name: text}))
    with pytest.raises(SpecificationError, match=why):
        declare(counter)


def test_a_switched_rule_says_what_it_says_now_and_cites_the_variant() -> None:
    book = Rulebook((), (Rule("count", "By one.", ()), Rule("value", "How far.", ())))
    variant = Variant("by-two", "It counts by two.", {}, rules={"count": "By two."})
    found = with_variant(book, variant)
    assert ["By two.", "How far."] == [rule.text for rule in found]
    assert ["by-two"] == [citation.source for citation in found["count"].sources]
    assert book is with_variant(book, None)


# -- the variants of Othello -----------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_switches_known_rules_by_texts_that_bear_their_labels(name: str) -> None:
    variant = VARIANTS[name]
    texts = "".join(text for some in variant.functions.values() for text in some.values())
    assert variant.rules
    assert [] == [rule for rule in variant.rules if rule not in RULES]
    assert [] == [rule for rule in variant.rules if f"[{rule}]" not in texts]
    assert [] == [rule for rule, text in variant.rules.items() if text == RULES[rule].text]
    assert SWITCHED[name] in variant.rules


@pytest.mark.parametrize("name", VARIANTS)
def test_the_text_of_a_variant_has_nothing_doubtful(name: str) -> None:
    script = (
        "from modspec import declare; from modspec.lint import lint\n"
        "from othello_spec.variants import VARIANTS, choose\n"
        f"choose({name!r})\n"
        f"for each in VARIANTS[{name!r}].functions:\n"
        "    print(*lint(declare(each), is_searched=False), sep='\\n', end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=HERE
    )
    assert "" == done.stdout


@pytest.mark.parametrize("name", VARIANTS)
def test_the_games_of_a_variant_reach_all_that_is_rare_there(name: str) -> None:
    assert games(name)
    script = (
        "import json; from othello_spec.variants import choose\n"
        f"choose({name!r})\n"
        "from collections import Counter\n"
        "from modcheck.testing.trace import Purpose\n"
        "from modcheck.testing.trace_generator import TraceGenerator\n"
        "from modspec.run.machine import Machine; from othello_spec import module\n"
        "from othello_suite.coverage_goals import GOALS\n"
        "from othello_suite.domains import DOMAINS\n"
        "from othello_suite.variants import games\n"
        "generator, met = TraceGenerator(Machine(module('othello')), DOMAINS), Counter()\n"
        f"for calls in games({name!r}).values():\n"
        "    state = None\n"
        "    for call in calls:\n"
        "        step = generator.step(state, call, Purpose.COMMAND)\n"
        "        assert step.expected.exception is None, step\n"
        "        state = step.expected.state\n"
        "        goals = GOALS['othello'].items()\n"
        "        met.update(g for g, is_met in goals if is_met(generator.machine.instance, step))\n"
        "print(json.dumps(sorted(met)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=HERE
    )
    due = GOALS["othello"].keys() - IMPOSSIBLE.get(name, frozenset())
    seldom = {"a wipe-out", "a narrow win"}  # no rule of every variant needs these
    assert due - seldom <= set(json.loads(done.stdout))
    assert not IMPOSSIBLE.get(name, frozenset()) & set(json.loads(done.stdout))


def verdict(name: str, implementation: str) -> dict[str, Any]:
    done = launch("check", "--variant", name, "--json", "--impl", implementation)
    found: dict[str, Any] = json.loads(done.out)
    assert found["conforms"] == (done.code == Exit.CONFORMS)
    assert found["variant"] == {"name": name, "text": VARIANTS[name].text}
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_the_sound_program_of_a_variant_passes_every_rule(name: str) -> None:
    found = verdict(name, f"py:variant_programs:{PROGRAMS[name].__name__}")
    assert [] == [rule["id"] for rule in found["rules"] if rule["status"] != "pass"]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_sound_program_of_the_plain_game_fails_and_the_switched_rule_is_named(name: str) -> None:
    found = verdict(name, PLAIN)
    assert SWITCHED[name] == found["faults"][0]["rule"]
    assert {fault["rule"] for fault in found["faults"]} <= set(VARIANTS[name].rules)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_program_of_a_variant_is_no_program_of_the_plain_game(name: str) -> None:
    program = f"py:variant_programs:{PROGRAMS[name].__name__}"
    assert Exit.DEVIATES == launch("check", "--brief", "--impl", program).code


def test_what_a_program_lacks_is_derived_by_what_is_true_in_its_variant(tmp_path: Path) -> None:
    (tmp_path / "without_winner.py").write_text(
        "import variant_programs\nclass Othello(variant_programs.Fewest):\n    winner = None\n",
        encoding="utf-8",
    )
    done = launch(
        "check", "--variant", "fewest", "--partial", "--impl", "py:without_winner:Othello",
        PYTHONPATH=os.pathsep.join([str(tmp_path), str(HERE)]),
    )  # fmt: skip
    assert Exit.CONFORMS == done.code
    assert "unchecked    winner: not offered" in done.out


def test_a_fault_of_its_own_is_found_in_a_program_of_a_variant(tmp_path: Path) -> None:
    (tmp_path / "careless.py").write_text(
        "import variant_programs\n"
        "class Othello(variant_programs.Orthogonal):\n"
        "    def game_over(self):\n"
        "        return len(self.discs) == 64\n",
        encoding="utf-8",
    )
    found = launch(
        "check", "--variant", "orthogonal", "--brief", "--impl", "py:careless:Othello",
        PYTHONPATH=os.pathsep.join([str(tmp_path), str(HERE)]),
    )  # fmt: skip
    assert Exit.DEVIATES == found.code
    assert "  game-over: after " in found.out
    assert "game_over(): expected true, got false" in found.out


WHY: Final = """
from othello_spec.variants import choose
choose("closed-corners")
from modspec.run.machine import Machine
from othello_mis.why_due import _StateInWords
from othello_spec import module
from othello_spec.board import BLACK, Square
from othello_spec.records.move_lists import moves
machine = Machine(module("othello"))
state = machine.initial()
for square in moves("f5 f4 g3 g6 e3 g4 c5 g2 f3 c6 d6"):
    state = machine.call(state, "move", tuple(square)).state
print(_StateInWords(machine, state)._move(Square(0, 7), BLACK))
"""


def test_why_a_move_is_not_valid_is_the_reason_of_the_variant() -> None:
    done = subprocess.run([sys.executable, "-c", WHY], capture_output=True, text=True, check=True)
    assert "h1 ∉ CORNERS is false.\n" == done.stdout


# -- the command line ------------------------------------------------------------------------------


def test_pages_explanations_and_kits_are_of_the_variant(tmp_path: Path) -> None:
    shown = launch("show", "othello", "--variant", "fewest").out
    assert "Who has fewer discs on the board" in shown
    why = launch("explain", "--variant=closed-corners", "a1").out
    assert "✗ a1 ∉ CORNERS" in why
    wrote = launch("init", "python", str(tmp_path), "--variant", "fewest").out
    assert f"It is for the variant fewest: {VARIANTS['fewest'].text}" in wrote
    command = "othello-mis check --variant fewest --impl 'python3 othello_kit.py'"
    assert command in wrote
    assert command in (tmp_path / "othello_kit.py").read_text("utf-8")


def test_settings_and_the_environment_name_a_variant(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.othello-mis]\nvariant = "fewest"\n', encoding="utf-8"
    )
    fewer, more = "Who has fewer discs", "Who has more discs"
    assert fewer in launch("show", "othello", folder=tmp_path).out
    assert more in launch("show", "othello").out
    assert fewer in launch("show", "othello", **{VARIABLE: "fewest"}).out
    assert more in launch("show", "othello", "--variant", "orthogonal", folder=tmp_path).out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["check", "--variant", "fewst", PLAIN], "no such variant; did you mean fewest?"),
        (["replay", "--variant", "fewest", "x"], "replay knows the plain game only"),
        (["explore", "--variant", "fewest", "--write", "x.html"], "--write packs the plain game"),
        (["theorems", "--size", "5"], "--size 5: sizes are even integers"),
        (["theorems", "--only", "captres.*"], "there is no such theorem; try 'captures.*'"),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str], why: str) -> None:
    done = launch(*arguments)
    assert Exit.USAGE == done.code
    assert why in done.err
    assert 1 == len(done.err.splitlines())


@pytest.mark.parametrize(
    ("environment", "arguments", "why"),
    [
        ("nonsense", (), "OTHELLO_VARIANT is 'nonsense', which is no variant; there are fewest"),
        ("fewest", ("--variant", "cylinder"), "this process plays fewest already"),
    ],
)
def test_an_environment_that_does_not_fit_is_an_error(
    environment: str, arguments: tuple[str, ...], why: str
) -> None:
    done = launch("show", "othello", *arguments, **{VARIABLE: environment})
    assert Exit.USAGE == done.code
    assert why in done.err
    assert 1 == len(done.err.splitlines())


def test_settings_with_an_unknown_variant_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[tool.othello-mis]\nvariant = "gravity"\n', encoding="utf-8"
    )
    done = launch("check", PLAIN, folder=tmp_path)
    assert Exit.USAGE == done.code
    assert "variant is 'gravity'; write one of fewest" in done.err


def test_the_pages_of_a_variant_build_without_a_warning(tmp_path: Path) -> None:
    assert Exit.CONFORMS == launch("docs", "--variant", "cylinder", folder=tmp_path).code
    build = [sys.executable, "-m", "sphinx", "-n", "-W", "-q", "docs", "site"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    assert "goes on at the right" in (tmp_path / "site" / "rules.html").read_text("utf-8")


def test_a_class_is_graded_by_a_variant(tmp_path: Path) -> None:
    for name, program in {"new": "ClosedCorners", "old": "Game"}.items():
        folder = tmp_path / "class" / name
        folder.mkdir(parents=True)
        text = (HERE / "variant_programs.py").read_text("utf-8")
        text += f"\n\nclass Othello({program}):\n    pass\n"
        (folder / "othello.py").write_text(text, encoding="utf-8")
    done = launch(
        "grade", "class", "--variant", "closed-corners", "--limit", "900", folder=tmp_path
    )
    assert Exit.CONFORMS == done.code, done.err
    rows = (tmp_path / "class-graded" / "grades.csv").read_text("utf-8").splitlines()
    assert ["new", "conforms"] == rows[1].split(",")[:2]
    assert ["old", "does not conform"] == rows[2].split(",")[:2]
    assert "place-on-empty" in rows[2]


def test_settings_that_name_rules_do_not_fix_their_texts(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('variant = "orthogonal"\n[weights]\ncapture-all = 2\n', "utf-8")
    found = launch("check", "--config", str(settings), "--impl", PLAIN)
    assert "Rows run horizontally and vertically, never" in found.out


# -- recordings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_the_recording_of_a_variant_is_of_its_text_and_of_its_mutants(name: str) -> None:
    script = "from tools.variant_suites import model_in_use; print(model_in_use().suite() is None)"
    environment = {**os.environ, "OTHELLO_VARIANT": name, "PYTHONPATH": str(HERE)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "False\n" == done.stdout, f"write it anew: python tests/tools/variant_suites.py {name}"


# -- theorems --------------------------------------------------------------------------------------


def test_a_refuted_theorem_is_shown_with_a_small_board() -> None:
    done = launch("theorems", "--variant", "cylinder", "--only", "captures.a_corner_is_never*")
    assert Exit.DEVIATES == done.code
    assert "✗ captures.a_corner_is_never_flipped: refuted, 4x4" in done.out
    assert "[corners-safe]" in done.out
    assert "1 refuted" in done.out


def test_the_theorem_of_the_page_is_refuted_as_shown() -> None:
    shown = (DOCS / "examples" / "variant-theorem.txt").read_text("utf-8").splitlines()
    only = "captures.a_corner_is_never_flipped"
    found = launch("theorems", "--variant", "cylinder", "--only", only).out.splitlines()
    # which of the boards with two discs it is, is up to the solver
    assert [line[:9] for line in shown] == [line[:9] for line in found]


def test_the_script_of_the_page_plays_the_variant() -> None:
    page = (DOCS / "how-to" / "give-another-game-each-term.md").read_text("utf-8")
    script = page.split("```python\n")[1].split("```")[0]
    script += "\nfrom othello_spec import module\nprint('d.drow == 0' in module('lines').source)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ("True\n", "") == (done.stdout, done.stderr)


def test_theorems_that_depend_on_no_change_are_not_asked_about() -> None:
    done = launch("theorems", "--variant", "fewest", "--only", "derivations.*")
    assert Exit.DEVIATES == done.code
    assert "✗ derivations.the_winner_is_who_counts_more: refuted" in done.out
    assert "derivations.the_game_is_over_iff_nobody_has_valid_moves: as in the plain" in done.out


def test_a_theorem_whose_lemma_fails_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    from othello_proofs.methods import variant_theorems as tried

    theorems = tried.VariantTheorems(4)
    lemma = "passes.whoever_can_place_a_disc_can_move"
    monkeypatch.setitem(
        theorems._known, lemma, tried.TheoremInVariant(lemma, tried.TheoremStanding.REFUTED)
    )
    found = theorems.result("passes.where_a_disc_can_be_placed_nothing_is_hidden")
    assert tried.TheoremStanding.UNDECIDED == found.standing
    assert f"it is proved from {lemma}, which is refuted" == found.detail


def test_the_table_of_the_page_is_of_these_variants_and_theorems() -> None:
    recorded = json.loads(FILE.read_text("utf-8"))
    assert [*VARIANTS] == [*recorded]
    for name, variant in VARIANTS.items():
        assert digest(variant) == recorded[name]["digest"], f"{name}: write the table anew"
        assert claims() == [*recorded[name]["theorems"]]
        untried = {c for c, found in recorded[name]["theorems"].items() if found == UNTRIED}
        assert not {claim.partition(".")[0] for claim in untried} & {*OWNERS}


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_is_derived_from_a_theorem_that_is_false_in_a_variant(name: str) -> None:
    theorems = json.loads(FILE.read_text("utf-8"))[name]["theorems"]
    held = ("proved", "as in the plain game")
    false = {
        claim.partition(".")[2]
        for claim, standing in theorems.items()
        if claim.startswith("derivations.") and standing not in held
    }
    assert false == FALSE_DERIVATIONS.get(name, frozenset())


@pytest.mark.parametrize("name", VARIANTS)
def test_the_table_of_the_page_is_what_the_command_says(name: str) -> None:
    arguments = ["theorems", "--variant", name, "--json", "--size", str(SIZE)]
    for owner in ("captures", "derivations", "clocks"):
        arguments += ["--only", f"{owner}.*"]
    found = json.loads(launch(*arguments).out)
    recorded = json.loads(FILE.read_text("utf-8"))[name]["theorems"]
    assert found == {claim: recorded[claim] for claim in found}
