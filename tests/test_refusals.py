"""Refusals: the lint tells all that the notation lacks at once, in an author's words."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from modlab.commands.errors import Exit, Usage
from modlab.commands.lint import run_lint
from modlab.modspec_command import cli
from modspec import SpecificationError
from modspec.lint import Finding, FindingKind, Level, findings_of_refusal
from modspec.lint.instead import INSTEAD, NAMES, OF_CONSTRUCT, WORDING
from modspec.syntax.places import module_at
from modspec.syntax.scope import ADVICE

HEAD = '''"""Text: a library that the notation refuses."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Set
from enum import Enum
from math import floor

__all__ = ["f"]

'''

Write = Callable[[str], list[Finding]]


def function(parameters: str, result: str, body: str, name: str = "f") -> str:
    return f'def {name}({parameters}) -> {result}:\n    """It."""\n    {body}\n\n\n'


CONSTRUCTS = [
    ("x: float", "int", "return math.floor(x)", "the(k for k in range(low, high)"),
    ("x: float", "int", "return floor(x)", "write a // b, which is rounded down"),
    ("x: float", "int", "return int(x)", "write a // b, which is rounded down"),
    ("n: int", "int", "return round(n / 2)", "2 * k - 1 <= 2 * (n / 2) < 2 * k + 1"),
    ("n: int", "int", "return 2 ** n", "write a product, x * x; where the exponent varies"),
    ("n: int", "int", "return pow(2, n)", "write a product, x * x; where the exponent varies"),
    ("n: int", "int", "return n << 1", "write a product: n * 2"),
    ("n: int", "str", "return f'{n}'", "the notation computes no text: yield the values"),
    ("n: int", "str", "return str(n)", "the notation computes no text: yield the values"),
    ("s: str", "str", "return s.upper()", "declare a sequence of them, tuple[str, ...]"),
    ("s: str", "bool", "return s.startswith('a')", "of a tuple[str, ...] write s[0:n] == 'a'"),
    ("s: str", "str", "return ', '.join(s)", "two tuples of strings are joined with (*s, *t)"),
    ("s: tuple[int, ...]", "bool", "return all(i < x for i, x in enumerate(s))",
     "for i in range(len(s)), where the element is s[i]"),
    ("s: tuple[int, ...]", "bool", "return all(a < b for a, b in zip(s, s))",
     "for i in range(len(s)), where the elements are s[i] and s[i]"),
    ("m: Mapping[int, int]", "bool", "return all(k < v for k, v in m.items())",
     "quantify over keys: for k in m, whose value is m[k]"),
    ("s: tuple[int, ...]", "tuple[int, ...]", "return s[::-1]", "tuple(s[len(s) - 1 - i]"),
    ("s: tuple[int, ...]", "tuple[int, ...]", "return reversed(s)", "tuple(s[len(s) - 1 - i]"),
    ("s: tuple[int, ...]", "tuple[int, ...]", "return map(abs, s)",
     "write tuple(abs(x) for x in s), or a set"),
    ("n: int", "int", "return random.randint(1, n)",
     "leave it open: some(x for x in range(1, n + 1))"),
    ("n: int", "int", "return the(k for k in range(n))", "import it: from modspec import the"),
    ("n: int", "int", "return sqrt(n)", "import it: from math import sqrt"),
    ("a: Set[int], b: Set[int]", "Set[int]", "return a ^ b", "of sets a - b | b - a"),
    ("n: int", "int", "return self.items", "the first parameter: write state"),
    ("m: Mapping[int, int]", "int", "return sum(m.values())", "write sum(m[k] for k in m)"),
    ("s: Set[int]", "int", "return max(s, key=lambda n: -n)",
     "the(x for x in s if all(f(y) <= f(x) for y in s))"),
    ("n: int", "int", "if n < 0:\n        raise ValueError('n')\n    return n",
     "raise it by its name alone"),
    ("n: int", "int", "n.x += 1", "values never change; return the next state"),
    ("n: int", "int", "assert n > 0, 'n'\n    return n", "leave the message out: assert n > 0"),
    ("n: int", "None", "return n", "yields the next one: -> State"),
    ("n: int", "int", "return set()", "the set without elements is frozenset()"),
]  # fmt: skip
"""Parameters, result, body, and some of what is advised."""


@pytest.mark.parametrize(("parameters", "result", "body", "words"), CONSTRUCTS)
def test_a_construct_is_refused_with_what_to_write(
    parameters: str, result: str, body: str, words: str, findings_in: Write
) -> None:
    (found,) = findings_in(HEAD + function(parameters, result, body))
    assert words in found.advice
    assert (Level.ERROR, FindingKind.NOTATION) == (found.level, found.kind)
    assert found.line in (13, 15, 16)  # of the result's type, of the body, or of what is raised


QUEUE = (Path(__file__).parent.parent / "docs" / "library" / "queue.py").read_text("utf-8")
GUARD, JOINED = "if len(queue.waiting) == CAPACITY:", "(*queue.waiting, number)"


def test_all_that_is_refused_in_a_declaration_is_told_at_once(findings_in: Write) -> None:
    text = QUEUE.replace(GUARD, "if queue.waiting.length() == 3 and number ** 2 > 3:")
    text = text.replace(JOINED, "queue.waiting.append(number)").replace("raise Full", "raise Ful")
    text = text.replace("queue: Queue, number: int)", "queue: Queue, number: list[int] = 3)")
    advice = [
        "write number: list[int], and give the value in each call",
        "write tuple[int, ...]",
        "write len(queue.waiting)",
        "write number * number",
        "did you mean Full? If not, declare it: class Ful(Exception) with a docstring",
        "values never change; the next sequence is (*queue.waiting, number)",
    ]
    assert sorted(advice) == sorted(each.advice for each in findings_in(text))


RAW = [
    "match n:\n        case 1:\n            return 2",
    "import math",
    "class Inner:\n        pass",
    "break_ = (x for x in range(n))",
    "raise ValueError",
    "return ~n",
    "return +n",
    "return n @ n",
    "return n >> 1",
    "return n ^ n",
    "return n | n",
    "return {1} ^ {n}",
    "return {1} @ {n}",
    "return {1} + {n}",
    "return {1} % {n}",
    "return {1: n} ^ {n: 1}",
    "nonlocal n",
    "return (yield from n)",
    "return n[1:2, 3]",
    "try:\n        return n\n    except* ValueError:\n        pass",
]
"""Bodies with constructs for which the notation has the names of Python's syntax tree."""


@pytest.mark.parametrize("body", RAW)
def test_no_message_has_a_name_of_pythons_syntax_tree(body: str, findings_in: Write) -> None:
    text = HEAD + function("n: int", "int", body)
    found = findings_in(text)
    if body == "nonlocal n":  # which Python refuses
        assert "Python cannot read this: name 'n' is parameter and nonlocal" == found[0].text
    (told,) = found
    raw = {each for each in vars(ast) if each[0].isupper()} - {"True", "False", "None"}
    assert not raw & {*re.findall(r"\w+", told.text)} - {"Python"}
    assert told.advice


def test_every_kind_of_statement_and_expression_has_a_name() -> None:
    read = {
        "Assign", "Attribute", "BinOp", "BoolOp", "Call", "Compare", "Constant", "Dict", "DictComp",
        "IfExp", "Name", "Set", "SetComp", "Subscript", "Tuple", "UnaryOp", "FormattedValue",
        "TemplateStr", "Interpolation", "TypeAlias",
    }  # fmt: skip
    kinds = {*ast.stmt.__subclasses__(), *ast.expr.__subclasses__()}
    assert {each for each in kinds if each.__name__ not in read} <= {*ADVICE, *NAMES}
    assert {*ast.operator.__subclasses__()} <= {*NAMES}


def test_every_advice_is_one_line_and_every_wording_fits_its_pattern() -> None:
    tables = (INSTEAD, *OF_CONSTRUCT.values())
    advice = [each for table in tables for each in table.values()]
    told = [part for each in advice for part in ([each] if isinstance(each, str) else each)]
    assert all(each and "\n" not in each for each in told)
    for pattern, text in WORDING.items():
        assert text.format(*"ab"[: re.compile(pattern).groups])


def test_all_exports_that_nothing_declares_are_told_at_once(findings_in: Write) -> None:
    text = (Path(__file__).parent.parent / "docs" / "library" / "queue.py").read_text("utf-8")
    found = findings_in(text.replace('"CAPACITY", "Empty"', '"CAPACTY", "Emty", "pul"'))
    assert ["CAPACTY", "Emty", "pul"] == [each.text.split()[2].strip(",") for each in found]
    assert "did you mean CAPACITY?" in found[0].advice
    both = findings_in(text.replace('"Empty"', '"Emty"').replace("raise Full", "raise full"))
    assert ["__all__ exports Emty, which is declared nowhere",
            "the exception full is declared nowhere"] == [each.text for each in both]  # fmt: skip


def test_one_is_told_of_each_declaration_and_none_of_those_that_use_it(findings_in: Write) -> None:
    text = HEAD + "".join(
        [
            function("n: int", "int", "return 2 ** n", "power"),
            function("n: int", "int", "return power(n) + 1", "successor"),
            function("n", "int", "return n", "untyped"),
            function("n: int", "int", "return untyped(n) + untyped(n=n)", "twice"),
            function("s: str", "str", "return s.upper()", "loud"),
            'class Odd:\n    """Odd."""\n\n\n',
            function("n: int", "int", "return stak"),
        ]
    )
    found = findings_in(text)
    assert [
        "the operator ** is outside the notation",
        "the parameter n has no type",
        "a call of .upper() is outside the notation",
        "the class Odd is derived from nothing that the notation has",
        "the name stak means nothing here",
    ] == [each.text for each in found]
    lines = text.splitlines()
    places = [lines[each.line - 1][each.column - 1 :] for each in found]
    assert ["2 ** n", "n) -> int:", "s.upper()", "class Odd:", "stak"] == places


def test_a_module_without_a_docstring_has_its_other_refusals_too(findings_in: Write) -> None:
    text = f"{HEAD[HEAD.index('from') :]}{function('n: int', 'int', 'return 2 ** n')}"
    words = ["the module has no docstring", "the operator ** is outside the notation"]
    assert words == [each.text for each in findings_in(text)]


def test_what_is_deleted_or_replaced_again_is_told_with_the_others(findings_in: Write) -> None:
    text = "LIMIT = 3\n\n\n" + function("x: int", "int", "return x", "gone") + "del gone\n\n\n"
    text += 'class Kind:\n    """It."""\n\n\nKind = None\n'
    told = {each.text for each in findings_in(text)}
    assert "the constant has no type" in told
    assert {f"{name} is deleted or replaced later in the file" for name in ("gone", "Kind")} <= told


def test_what_python_cannot_read_has_its_line_and_column(findings_in: Write) -> None:
    (found,) = findings_in('"""Text: a library."""\n\n\ndef f(n: int) -> int\n    return n\n')
    assert (4, 21) == (found.line, found.column)
    assert "Python cannot read this: expected ':'" == found.text
    assert found.advice


def test_a_name_that_is_missing_when_the_file_is_imported_has_its_place(findings_in: Write) -> None:
    (found,) = findings_in('"""Text: a library."""\n\nBoard: TypeAlias = int\n')
    assert (3, "import it: from typing import TypeAlias") == (found.line, found.advice)
    (found,) = findings_in(f"{HEAD}SIZE: Final = CAPACITY\n")
    assert "did you mean" not in found.advice
    assert (13, 15) == (found.line, found.column)
    (found,) = findings_in(f"{HEAD}A = Mappin[int, int]\n")
    assert (13, "did you mean Mapping?") == (found.line, found.advice)


def test_a_name_of_a_type_that_means_nothing_comes_before_what_is_refused(
    findings_in: Write,
) -> None:
    text = HEAD.replace("import Mapping, Set", "import Set")
    text += function("m: Mapping[int, int]", "Set[itn]", "return frozenset(m)")
    found = findings_in(text)
    assert {
        (13, 10, "import it: from collections.abc import Mapping"),
        (13, 36, "did you mean int?"),
    } == {(each.line, each.column, each.advice) for each in found}


def test_what_a_used_module_has_is_told_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "below_refused.py").write_text(
        HEAD + function("n: int", "int", "return 2 ** n"), encoding="utf-8"
    )
    above = tmp_path / "above_refused.py"
    above.write_text(
        '"""Above: a library."""\n\nfrom below_refused import f\n\n__all__ = ["g"]\n\n\n'
        + function("n: int", "int", "return f(n)", "g"),
        encoding="utf-8",
    )
    with pytest.raises(SpecificationError) as refusal:
        module_at(str(above))
    (found,) = findings_of_refusal(refusal.value)
    assert ("below_refused.py", 15) == (Path(found.file).name, found.line)


def test_the_command_tells_refusals_as_findings(tmp_path: Path) -> None:
    file = tmp_path / "told_refusal.py"
    file.write_text(HEAD + function("n: int", "int", "return 2 ** n"), encoding="utf-8")
    done = CliRunner().invoke(cli, ["lint", str(file), "--json"])
    (told,) = json.loads(done.stdout)
    assert ("notation", 15, 12) == (told["kind"], told["line"], told["column"])
    assert Exit.DEVIATES == run_lint((str(file),), False, False, True, None, True)
    with pytest.raises(Usage, match="no file"):
        run_lint((str(tmp_path / "nowhere.py"),), False, False, True, None, True)
