"""Starter kits for any module: a program in each language is judged through one."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from modlab.commands.errors import Exit
from modlab.module_kit import FILES, make_kit
from modspec.syntax.places import module_at
from student_programs import filled_in, has_tool, parts

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "docs" / "library"
PROGRAMS = Path(__file__).parent / "library_programs"
STACK = str(LIBRARY / "stack.py")
ECHO = str(Path(__file__).parent / "travelling_values.py")

TOOLS: Final = {
    "python": "python3",
    "java": "javac -Xlint:all,-serial -Werror",
    "c": "cc -std=c99 -pedantic -Wall -Wextra -Werror",
    "cpp": "c++ -pedantic -Wall -Wextra -Werror",
    "javascript": "node",
    "typescript": "tsc --strict --noEmitOnError",
    "rust": "rustc -D warnings",
}
"""What is needed for a language, with the options that let no warning pass."""

KITS: Final = [
    ("stack", "python", "stack.py", "self.used == 4", "self.used == 5"),
    ("stack", "javascript", "stack.mjs", "return this.items[0]", "return this.items.at(-1)"),
    ("stack", "java", "Stack.java", "items.pop();", "items.clear();"),
    ("stack", "c", "stack.c", "return FULL", "return OK"),
    ("stack", "cpp", "stack.cpp", "return items.back()", "return items.front()"),
    ("stack", "typescript", "stack.ts", "=== 4", "=== 3"),
    ("stack", "rust", "stack.rs", "self.items.last()", "self.items.first()"),
    ("queue", "java", "Queue.java", "waiting.removeFirst()", "waiting.removeLast()"),
    ("queue", "c", "queue.c", "first = (first + 1) % 3", "first = first + 1"),
    ("sequence", "java", "Sequence.java", "items.remove(i);", "items.remove(0);"),
    ("sequence", "javascript", "sequence.mjs", "splice(i, 0, item)", "push(item)"),
    ("tic_tac_toe", "java", "Game.java", ", {2, 4, 6}", ""),
    ("tic_tac_toe", "javascript", "tic_tac_toe.mjs", '!this.squares.includes("empty") || ', ""),
    ("vending_machine", "python", "vending_machine.py", "self.paid -= 3", "self.paid = 0"),
    ("vending_machine", "javascript", "vending_machine.mjs", "dollar: 4", "dollar: 5"),
    ("vending_machine", "java", "Machine.java", "paid < 3", "paid < 4"),
    ("symbol_table", "javascript", "symbol_table.mjs", "this.table.size === 2", "false"),
    ("symbol_table", "java", "SymbolTable.java", "table.remove(name) == null", "false"),
    ("symbol_table", "c", "symbol_table.c", "names[at] = known[at]", "names[at] = known[0]"),
    ("symbol_table", "cpp", "symbol_table.cpp", "throw Declared()", "throw Undeclared()"),
    ("symbol_table", "typescript", "symbol_table.ts", "table.has(name);", "table.size > 0;"),
    ("symbol_table", "rust", "symbol_table.rs", "*known = kind", "*known = Type::Integer"),
]  # fmt: skip
"""Module, language, program, and the change that makes it wrong."""


def modspec(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    start = [sys.executable, "-P", "-c", "from modlab.modspec_command import main; main()"]
    return subprocess.run(
        [*start, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def kit_commands(told: str) -> tuple[list[str], str]:
    """Return what ``init`` says is to be run: the compilations, and the check."""
    lines = [line[2:] for line in told.splitlines() if line.startswith("  ")]
    return lines[:-1], lines[-1]


def compile_programs(language: str, folder: Path, compilations: list[str]) -> None:
    """Compile, letting no warning pass."""
    for command in compilations:
        tool = TOOLS[language].split()[0]
        assert command.startswith(tool)
        strict = shlex.split(command.replace(tool, TOOLS[language], 1))
        done = subprocess.run(strict, cwd=folder, capture_output=True, text=True, check=False)
        assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def demand_tool(language: str) -> None:
    """Skip the test if there is no compiler."""
    tool = TOOLS[language].split()[0]
    if not has_tool(tool):
        pytest.skip(f"there is no {tool}, or it is too old, for {language}")


@pytest.mark.parametrize(("module", "language", "file", "right", "wrong"), KITS)
def test_a_program_is_judged_through_a_kit(
    module: str, language: str, file: str, right: str, wrong: str, tmp_path: Path
) -> None:
    demand_tool(language)
    spec = str(LIBRARY / f"{module}.py")
    compilations, check = kit_commands(modspec(tmp_path, "init", language, spec).stdout)
    (kit,) = tmp_path.iterdir()
    assert 1 == kit.read_text("utf-8").count("your part")  # a search finds the section
    kit.write_text(filled_in(kit.read_text("utf-8")), encoding="utf-8")
    for header in PROGRAMS.glob(f"{module}.h*"):
        shutil.copy(header, tmp_path)
    text = (PROGRAMS / file).read_text("utf-8")
    assert right in text
    for source, code in ((text, Exit.CONFORMS), (text.replace(right, wrong), Exit.DEVIATES)):
        (tmp_path / file).write_text(source, encoding="utf-8")
        compile_programs(language, tmp_path, compilations)
        done = modspec(tmp_path, *shlex.split(check)[1:], "--brief")
        assert (code, "") == (done.returncode, done.stderr), done.stdout


ERRORS: Final = (("Full", "FullError"), ("Empty", "EmptyException"))


@pytest.mark.parametrize(
    ("language", "file"),
    [(language, file) for module, language, file, *_ in KITS if module == "stack"],
)
def test_exceptions_are_the_same_whether_their_names_end_in_error_or_not(
    language: str, file: str, tmp_path: Path
) -> None:
    """The programs have Full or FullError, Empty or EmptyException; in C a kit lists the names."""
    demand_tool(language)
    spec = Path(STACK).read_text("utf-8")
    for name, own in ERRORS:
        spec = re.sub(rf"\b{name}\b", own, spec)
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "stack.py").write_text(spec, encoding="utf-8")
    done = modspec(tmp_path, "init", language, "spec/stack.py")
    compilations, check = kit_commands(done.stdout)
    kit = tmp_path / FILES[language]
    kit.write_text(filled_in(kit.read_text("utf-8")), encoding="utf-8")
    for source in (*PROGRAMS.glob("stack.h*"), PROGRAMS / file):
        shutil.copy(source, tmp_path)
    compile_programs(language, tmp_path, compilations)
    judged = modspec(tmp_path, *shlex.split(check)[1:], "--brief")
    assert (Exit.CONFORMS, "") == (judged.returncode, judged.stderr), judged.stdout


def test_every_language_has_two_modules_and_five_have_java_and_another() -> None:
    judged = {(language, module) for module, language, *_ in KITS}
    assert all(sum(each == language for each, _ in judged) >= 2 for language in FILES)
    java = {module for each, module in judged if each == "java"}
    assert 5 <= len(java & {module for each, module in judged if each in ("c", "javascript")})


# -- values ----------------------------------------------------------------------------------------

VALUES: Final[dict[str, list[Any]]] = {
    "number": [0, -1, 2147483647],
    "real": [0.5, -2.0, 1e-07, 1e22, 3, 0.1],
    "reals": [[], [0.5, -1.25, 4]],
    "truth": [True, False],
    "text": ["", "a", "two words", 'a "quoted" word', "\\", "\t\x01", "é€", "long" * 100],
    "colour": ["red", "dark_blue"],
    "colours": [[], ["red"], ["dark_blue", "red"]],
    "texts": [[], ["a", "b"], ['"', "\\", "é"]],
    "numbers": [[], [3, 3, -1]],
    "ways": [[], [[]], [[1, 2], [3]]],
    "prices": [[], [["a", 1], ["b", 2]]],
    "place": [[3, "here"]],
}

_NO_C: Final = {"ways", "prices", "place"}
"""What a kit of C leaves to the author: how nested values are kept."""


def echo_part(language: str, part: str) -> str:
    """Return the author's part of a kit, with a program that yields what it takes."""
    own = re.sub(r"^( *)(?://|#) ", r"\1", part, flags=re.M)
    own = re.sub(r"^.*(?:import|include|^mod |^use ).*\n", "", own, flags=re.M)
    if language == "c":
        own = re.sub(r"^.*\"(?:ways|prices|place)\".*\n", "", own, flags=re.M)
    if language != "java":
        return ECHO_PROGRAMS[language] + own
    return own.replace("{\n", "{\n" + ECHO_PROGRAMS["java"], 1)


ECHO_PROGRAMS: Final = {
    "python": "class Echo:\n    def init(self): pass\n"
    "    def natural(self, it): return it if it >= 0 else None\n"
    "    def bright(self, it): return it if it == 'red' else None\n"
    "    def endless(self): return float('inf')\n"
    + "".join(f"    def {name}(self, it): return it\n" for name in VALUES),
    "javascript": "class Echo {\n  init() {}\n"
    "  natural(it) { return it < 0 ? undefined : it; }\n"
    '  bright(it) { return it === "red" ? it : undefined; }\n'
    "  endless() { return Infinity; }\n"
    + "".join(f"  {name}(it) {{ return it; }}\n" for name in VALUES)
    + "}\n",
    "typescript": "class Echo {\n  init() {}\n"
    "  natural(it: number): number | undefined { return it < 0 ? undefined : it; }\n"
    '  bright(it: string): string | null { return it === "red" ? it : null; }\n'
    "  endless(): number { return -Infinity; }\n"
    + "".join(f"  {name}<T>(it: T): T {{ return it; }}\n" for name in VALUES)
    + "}\n",
    "java": "    static class Echo {\n        void init() {}\n"
    "        Optional<Integer> natural(int it) {\n"
    "            return it < 0 ? Optional.empty() : Optional.of(it);\n        }\n"
    + "        Optional<String> bright(String it) {\n"
    '            return it.equals("red") ? Optional.of(it) : Optional.empty();\n        }\n'
    + "        double endless() { return 1 / 0.0; }\n"
    + "        int number(int it) { return it; }\n"
    + "        double real(double it) { return it; }\n"
    + "        double[] reals(List<Double> it) {\n"
    + "            return it.stream().mapToDouble(each -> each).toArray();\n        }\n"
    + "        boolean truth(boolean it) { return it; }\n"
    + "        Object place(Json it) { return List.of(it.at(0).number(), it.at(1).word()); }\n"
    + "".join(
        f"        <T> T {name}(T it) {{ return it; }}\n"
        for name in VALUES
        if name not in ("number", "real", "reals", "truth", "place")
    )
    + "    }\n",
    "cpp": "enum class Colour { red, dark_blue };\nstruct Echo {\n    void init() {}\n"
    "    std::optional<int> natural(int it) {\n"
    "        return it < 0 ? std::nullopt : std::optional<int>(it);\n    }\n"
    "    std::optional<Colour> bright(Colour it) {\n"
    "        return it == Colour::red ? std::optional(it) : std::nullopt;\n    }\n"
    "    double endless() { double none = 0; return none / none; }\n"
    + "".join(f"    template <class T> T {name}(T it) {{ return it; }}\n" for name in VALUES)
    + "};\n",
    "rust": "enum Colour { Red, DarkBlue }\n#[derive(Default)] struct Echo {}\n"
    "impl PartialEq for Colour { fn eq(&self, other: &Colour) -> bool { self.to_json() =="
    " other.to_json() } }\nimpl Eq for Colour {}\nimpl Hash for Colour {\n"
    "    fn hash<H: std::hash::Hasher>(&self, to: &mut H) { self.to_json().hash(to) }\n}\n"
    "impl Echo {\n    fn init(&mut self) {}\n"
    "    fn natural(&self, it: i32) -> Option<i32> { (it >= 0).then_some(it) }\n"
    "    fn bright(&self, it: Colour) -> Option<Colour> { (it == Colour::Red).then_some(it) }\n"
    "    fn endless(&self) -> f64 { f64::INFINITY }\n"
    + "".join(
        f"    fn {name}(&self, it: {kind}) -> {kind} {{ it }}\n"
        for name, kind in {
            "number": "i32",
            "real": "f64",
            "reals": "Vec<f64>",
            "truth": "bool",
            "text": "String",
            "colour": "Colour",
            "colours": "HashSet<Colour>",
            "texts": "BTreeSet<String>",
            "numbers": "Vec<i64>",
            "ways": "Vec<Vec<u8>>",
            "prices": "BTreeMap<String, u16>",
            "place": "(i32, String)",
        }.items()
    )
    + "}\n",
    "c": "static void echo_init(void) {}\n"
    'static const char *echo_natural(int it) { return it < 0 ? "null" : "3"; }\n'
    "static int echo_bright(int it) { return it == 0 ? it : -1; }\n"
    "static double echo_endless(void) { double none = 0; return none / none; }\n"
    "static int echo_number(int it) { return it; }\n"
    "static double echo_real(double it) { return it; }\n"
    "static int echo_reals(const double *it, int n, double *out) {\n"
    "    for (int i = 0; i < n; i++) out[i] = it[i];\n    return n;\n}\n"
    "static int echo_truth(int it) { return it; }\n"
    "static const char *echo_text(const char *it) { return it; }\n"
    "static int echo_colour(int it) { return it; }\n"
    "static unsigned echo_colours(unsigned it) { return it; }\n"
    "static int echo_texts(const char **it, int n, const char **out) {\n"
    "    for (int i = 0; i < n; i++) out[i] = it[i];\n    return n;\n}\n"
    "static int echo_numbers(const int *it, int n, int *out) {\n"
    "    for (int i = 0; i < n; i++) out[i] = it[i];\n    return n;\n}\n",
}
"""A program in each language."""


@pytest.mark.parametrize("language", FILES)
def test_values_of_every_type_travel_there_and_back(language: str, tmp_path: Path) -> None:
    demand_tool(language)
    compilations, check = kit_commands(modspec(tmp_path, "init", language, ECHO).stdout)
    (kit,) = tmp_path.iterdir()
    before, part, after = parts(kit.read_text("utf-8"))
    kit.write_text(before + echo_part(language, part) + after, encoding="utf-8")
    for ending in ("c", "cpp"):  # the whole program is in the kit's file
        (tmp_path / f"travelling_values.{ending}").write_text("int unused;\n", encoding="utf-8")
    compile_programs(language, tmp_path, compilations)
    names = [name for name in VALUES if language != "c" or name not in _NO_C]
    calls = [["init"], *([name, value] for name in names for value in VALUES[name])]
    calls += [["natural", 3], ["bright", "red"]]
    without = [["natural", -3], ["bright", "dark_blue"], ["endless"]]
    requests = [{"id": 0, "hello": 1}, {"id": 1, "calls": calls + without}]
    done = subprocess.run(
        shlex.split(shlex.split(check)[-1]),
        cwd=tmp_path,
        input="".join(json.dumps(each, separators=(",", ":")) + "\n" for each in requests),
        capture_output=True,
        text=True,
        check=False,
    )
    hello, answer = map(json.loads, done.stdout.splitlines())
    assert {"bright", "endless", "init", "natural", *names} == {*hello["routines"]}
    *replies, no_natural, not_bright, endless = answer["replies"]
    echoes = [{"out": call[1]} for call in calls[1:]]
    assert [{"out": None}, *echoes] == [
        {"out": sorted(reply["out"])} if call[0] in ("colours", "texts") else reply
        for call, reply in zip(calls, replies, strict=True)
    ]
    assert [{"out": None}, {"out": None}] == [no_natural, not_bright]
    assert isinstance(endless["out"], str)  # no number in JSON, and so a wrong reply


# -- what is written -------------------------------------------------------------------------------


def test_an_untouched_kit_offers_nothing_and_changes_with_its_module(tmp_path: Path) -> None:
    assert Exit.CONFORMS == modspec(tmp_path, "init", "python", STACK).returncode
    done = modspec(tmp_path, "check", STACK, "python3 checked.py")
    assert Exit.INFRASTRUCTURE == done.returncode
    assert re.search(r"offers no .*\binit\b", done.stderr)


def test_a_constructor_makes_the_object(tmp_path: Path) -> None:
    tutorial = module_at(str(ROOT / "docs" / "tutorial" / "stack.py"))
    lines = {
        "python": 'ROUTINES["new"] = lambda: globals().update(stack=Stack())',
        "java": 'offer("new", a -> { stack = new Stack(); return null; });',
        "cpp": 'kit::offer("new", []() { stack = Stack(); });',
        "javascript": "routines.new = () => { stack = new Stack(); };",
        "typescript": "routines.new = () => { stack = new Stack(); };",
        "rust": '("new", |it, _| reply(*it = Stack::new())),',
        "c": 'if (KIT_CALLED("new")) { stack_new(); kit_done(0); }',
    }
    for language, line in lines.items():
        assert line in make_kit(tutorial, language, "stack.py").text


def test_a_kit_is_not_overwritten(tmp_path: Path) -> None:
    assert Exit.CONFORMS == modspec(tmp_path, "init", "python", STACK).returncode
    assert "is there already; --force" in modspec(tmp_path, "init", "python", STACK).stderr
    assert Exit.CONFORMS == modspec(tmp_path, "init", "python", STACK, "--force").returncode


def test_the_kit_finds_the_specification_from_its_own_folder(tmp_path: Path) -> None:
    shutil.copy(STACK, tmp_path)
    _, check = kit_commands(modspec(tmp_path, "init", "python", "stack.py", "kits/own").stdout)
    assert "modspec check ../../stack.py 'python3 checked.py'" == check


def test_a_program_beside_the_specification_has_another_name() -> None:
    stack = module_at(STACK)
    assert "# from my_stack import Stack\n" in make_kit(stack, "python", "stack.py").text
    assert "# from stack import Stack\n" in make_kit(stack, "python", "../stack.py").text


def test_what_a_kit_cannot_pass_on_is_said(tmp_path: Path) -> None:
    text = Path(STACK).read_text("utf-8")
    spec = tmp_path / "pile.py"
    spec.write_text(
        text.replace("item: int", "item: Stack").replace("(item,", "(item.items[0],"),
        encoding="utf-8",
    )
    done = modspec(tmp_path, "init", "java", "pile.py")
    assert (Exit.USAGE, 1) == (done.returncode, len(done.stderr.splitlines()))
    assert "item of push is a Stack; a kit passes on numbers" in done.stderr


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"throw new (\w+)\(\)", r'throw Object.assign(new Error(), { name: "\1" })'),
        ("extends Error", "extends RangeError"),  # which has its own name
    ],
)
def test_an_exception_has_the_name_that_it_is_given_or_the_name_of_its_class(
    pattern: str, instead: str, tmp_path: Path
) -> None:
    demand_tool("javascript")
    text = (PROGRAMS / "stack.mjs").read_text("utf-8")
    named = re.sub(pattern, instead, text)
    assert named != text
    (tmp_path / "stack.mjs").write_text(named, encoding="utf-8")
    done = modspec(tmp_path, "init", "javascript", STACK)
    _, check = kit_commands(done.stdout)
    kit = tmp_path / FILES["javascript"]
    kit.write_text(filled_in(kit.read_text("utf-8")), encoding="utf-8")
    judged = modspec(tmp_path, *shlex.split(check)[1:], "--brief")
    assert (Exit.CONFORMS, "") == (judged.returncode, judged.stderr), judged.stdout
