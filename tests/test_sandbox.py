"""Sandboxes: what a program sees and gets, and that a backend is used only after it was tried."""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import attr
import pytest

import escapes
from modcheck.sandbox import backend, paths, probe, small_memory, system_calls
from modcheck.sandbox.backend import Backend, Escape, ProbeResult, SandboxError, Unconfined
from modcheck.sandbox.bubblewrap import Bubblewrap
from modcheck.sandbox.landlock import Landlock
from modcheck.sandbox.launch import Launch
from modcheck.sandbox.limits import FIRST_TO_GO, MIB, PRIORITY, Limits
from modcheck.sandbox.processes import resident_memory
from modcheck.sandbox.sandbox import AUTO, BACKENDS, Sandbox
from modcheck.sandbox.view import JAVA_NOTE, View, environment, view
from modcheck.system import serve
from modcheck.system.child import Crash, start
from modcheck.system.implementation import ImplementationError
from modcheck.system.pipe import Pipe
from modspec.run.machine import Call

TESTS = Path(__file__).parent
PACKAGE = Path(probe.__file__).parents[1]
PAGE = TESTS.parent / "docs" / "how-to" / "judge-untrusted-code.md"
CONFINING = [name for name in BACKENDS if name != "none"]


def sandbox(name: str, folder: Path | None = None, limits: Limits | None = None) -> Sandbox:
    """A sandbox with that backend; the test is skipped where it does not work."""
    try:
        return Sandbox.with_backend(name, folder, limits)
    except SandboxError as error:
        pytest.skip(str(error))


def script(path: Path, text: str, mode: int = 0o755) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def python(folder: Path, code: str) -> list[str]:
    """The command line of a program in Python, which is written into the folder."""
    return [sys.executable, "-S", str(script(folder / "program.py", code))]


def line_of(command: list[str], confined: Sandbox) -> str:
    """The line that a program writes, in a sandbox."""
    program = start(command, confined)
    try:
        return program.receive(20, 100_000).decode()
    finally:
        program.end()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of a program's own."""
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home that the user is said to have."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    paths._homes.cache_clear()
    yield folder
    paths._homes.cache_clear()


# -- what a program is shown -----------------------------------------------------------------------


def readable(command: list[str], folder: Path | None = None) -> set[str]:
    """What a program may read below the folder for temporary files, where those of the tests
    are."""
    shown = view(command, str(folder) if folder else None).readable
    return {path for path in shown if paths.is_covered(path, [str(TMP), os.path.realpath(TMP)])}


TMP = Path(os.environ.get("PYTEST_DEBUG_TEMPROOT", "/tmp"))


@pytest.fixture(autouse=True)
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "TMP", tmp_path)


def test_a_program_is_shown_the_folder_that_it_is_in(own: Path) -> None:
    path = script(own / "student", "#!/bin/sh\n")
    assert {str(own)} == readable([str(path)])


def test_a_program_is_shown_the_folders_of_the_files_that_its_command_line_names(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own / "build").mkdir()
    (own / "lib").mkdir()
    (own / "lib" / "json.jar").touch()
    monkeypatch.chdir(own)
    words = ["/bin/sh", "-cp", "build:lib/json.jar", "Main"]
    assert {str(own / "build"), str(own / "lib")} == readable(words)
    assert {str(own / "build")} == readable(["/bin/sh", "--class-path=build", "Main"])


def test_a_program_whose_command_line_names_no_file_is_shown_the_current_folder(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own)
    assert {str(own)} == readable(["/bin/sh", "-m", "student"])


def test_an_explicit_folder_is_all_that_a_program_is_shown_and_where_it_starts(own: Path) -> None:
    other = own.parent / "other"
    other.mkdir()
    (other / "answers").touch()
    words = ["/bin/sh", str(other / "answers")]
    assert {str(own)} == readable(words, own)
    assert str(own) == view(words, str(own)).start
    assert {str(other)} == readable(words)


def test_of_a_home_only_the_named_file_is_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = script(home / "student", "#!/bin/sh\n")
    assert {str(path)} == readable([str(path)])
    monkeypatch.chdir(home)
    assert set() == readable(["/bin/sh", "-c", "true"])
    assert set() == readable(["/bin/sh", "."])


def test_a_link_that_was_handed_in_is_not_followed(own: Path) -> None:
    secret = own.parent / "secret" / "bin" / "tool"
    secret.parent.mkdir(parents=True)
    script(secret, "#!/bin/sh\n")
    (own / "bin").mkdir()
    (own / "bin" / "student").symlink_to(secret)
    assert {str(own)} == readable([str(own / "bin" / "student")], own)


def test_a_link_on_the_way_to_a_named_file_is_not_followed_out_of_the_current_folder(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own.parent / "secret" / "classes").mkdir(parents=True)
    (own / "build").symlink_to(own.parent / "secret")
    (own / "real").mkdir()
    monkeypatch.chdir(own)
    assert set() == readable(["/bin/sh", "-cp", "build/classes"])
    assert {str(own / "real")} == readable(["/bin/sh", "-cp", "build/classes:real"])


def test_a_script_does_not_choose_what_it_is_shown_by_its_interpreter(own: Path) -> None:
    (own.parent / "private" / "bin").mkdir(parents=True)
    tool = script(own.parent / "private" / "bin" / "tool", "#!/bin/sh\n")
    for shebang in (str(tool), f"/usr/bin/env {tool}"):
        path = script(own / "student", f"#!{shebang}\n")
        assert {str(own)} == readable([str(path)])


def test_a_virtual_environment_is_shown_to_its_python(own: Path) -> None:
    environment_of_its_own = own.parent / "venv"
    (environment_of_its_own / "bin").mkdir(parents=True)
    (environment_of_its_own / "pyvenv.cfg").touch()
    (environment_of_its_own / "bin" / "python").symlink_to("/usr/bin/env")
    program = str(environment_of_its_own / "bin" / "python")
    assert {str(own), str(environment_of_its_own)} == readable([program, str(own)])


def test_an_installed_program_is_shown_its_installation_link_by_link(
    own: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = home / "versions" / "20" / "bin"
    for folder in (real, home / ".local" / "bin"):
        folder.mkdir(parents=True)
    script(real / "tool", "#!/bin/sh\n")
    (home / ".local" / "bin" / "tool").symlink_to(real / "tool")
    monkeypatch.setenv("PATH", f"{home}/.local/bin:/usr/bin:/bin")
    expected = {str(home / ".local" / "bin" / "tool"), str(home / "versions" / "20"), str(own)}
    assert expected == readable(["tool", str(own)])


def test_keys_beside_an_installation_are_not_shown(
    own: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (".cargo/bin", ".rustup"):
        (home / folder).mkdir(parents=True)
    script(home / ".cargo" / "bin" / "tool", "#!/bin/sh\n")
    monkeypatch.setenv("PATH", f"{home}/.cargo/bin:/usr/bin:/bin")
    expected = {str(home / ".cargo" / "bin"), str(home / ".rustup"), str(own)}
    assert expected == readable(["tool", str(own)])


def test_a_script_is_shown_the_installation_of_its_interpreter(
    own: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "ruby" / "bin").mkdir(parents=True)
    script(home / "ruby" / "bin" / "ruby", "#!/bin/sh\n")
    monkeypatch.setenv("PATH", f"{home}/ruby/bin:/usr/bin:/bin")
    path = script(own / "student", "#!/usr/bin/env ruby\n")
    assert {str(home / "ruby"), str(own)} == readable([str(path)])


@pytest.mark.parametrize("folder", ["/", "/etc", "~", "no such folder"])
def test_a_folder_that_is_nobodys_own_is_refused(folder: str) -> None:
    with pytest.raises(SandboxError, match=r"too wide|is no folder") as refused:
        Sandbox.with_backend("none", Path(folder).expanduser())
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "mode", "number"),
    [
        (None, 0, errno.ENOENT),
        ("#!/no/such/interpreter\n", 0o755, errno.ENOENT),
        ("#!/bin/sh\n", 0o644, errno.EACCES),
        ("what is this?\n", 0o755, errno.ENOEXEC),
    ],
)
@pytest.mark.parametrize("name", BACKENDS)
def test_what_is_no_program_is_refused_as_the_system_would(
    name: str, text: str | None, mode: int, number: int, own: Path
) -> None:
    path = own / "student"
    if text is not None:
        script(path, text, mode)
    with pytest.raises(OSError, match=r"No such|denied|Exec format") as refused:
        start([str(path)], sandbox(name, own))
    assert number == refused.value.errno


def test_a_folder_or_a_pipe_is_no_program(own: Path) -> None:
    os.mkfifo(own / "pipe", 0o777)
    for path in (own, own / "pipe"):
        with pytest.raises(PermissionError):
            view([str(path)])


READS_A_FILE = """
import json, sys
path, when = PATH, sys.argv[1]
if when == "start":
    open(path)
for line in sys.stdin:
    request = json.loads(line)
    if "hello" in request:
        print(json.dumps({"id": 0, "hello": 1, "routines": ["init"]}), flush=True)
        continue
    try:
        open(path)
    except OSError as error:
        reply = {"exc": "FileNotFoundError", "detail": str(error)}
    print(json.dumps({"id": request["id"], "replies": [reply]}), flush=True)
"""


def reading(path: str) -> str:
    """The command line of a program that reads a file, in the folder of the project."""
    script(Path("build/program.py"), READS_A_FILE.replace("PATH", repr(path)))
    return f"{shlex.quote(sys.executable)} -S build/program.py"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program in a folder, a file beside that, and a file elsewhere."""
    for folder in ("project/build", "project/data", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("project/data/book", "elsewhere/secret"):
        (tmp_path / file).write_text("x")
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "project"


@pytest.mark.parametrize("name", CONFINING)
def test_a_file_that_the_sandbox_does_not_show_is_not_the_programs_fault(
    name: str, project: Path
) -> None:
    command = reading("data/book")
    because = f"{project}/data/book is there, but the sandbox does not show it: --folder ."
    with pytest.raises(ImplementationError) as refused:
        Pipe(f"{command} start", sandbox=sandbox(name))
    assert because in str(refused.value)
    pipe = Pipe(f"{command} call", sandbox=sandbox(name))
    [reply] = pipe.answer([Call("init")])
    pipe.close()
    assert reply.detail.endswith(because)
    command = reading("../data/book").replace("build/", "")
    with pytest.raises(ImplementationError) as refused:
        Pipe(f"{command} start", sandbox=sandbox(name, project / "build"))
    assert "does not show it: put it into the program's folder" in str(refused.value)


@pytest.mark.parametrize("name", CONFINING)
@pytest.mark.parametrize("path", ["../elsewhere/secret", "/etc/hostname", "data/nothing"])
def test_a_program_does_not_learn_what_else_is_there(name: str, path: str, project: Path) -> None:
    with pytest.raises(ImplementationError) as refused:
        Pipe(f"{reading(path)} start", sandbox=sandbox(name))
    assert "is there" not in str(refused.value)


READS = """
import json, os, sys
roots = [sys.prefix]
read = []
for root in roots:
    for folder, _, files in os.walk(root):
        if {"modspec", "modcheck"} & {*folder.split("/")}:
            for file in files:
                try:
                    read += [file] if open(folder + "/" + file, "rb").read(1) else []
                except OSError:
                    pass
imported = []
for name in ("modspec.syntax.values", "modcheck.sandbox.view", "attr"):
    try:
        __import__(name)
        imported.append(name)
    except (ImportError, OSError):
        pass
print(json.dumps([imported, sorted(set(read))]), flush=True)
"""
"""Imports what it can, and reads what it can of the checker's own files in its Python."""

CHECKER_IN_A_VENV = """
import sys
from modcheck.sandbox.sandbox import Sandbox
from modcheck.system.child import start
print(start([sys.executable, sys.argv[2]], Sandbox.with_backend(sys.argv[1], sys.argv[3])).receive(
    20, 100_000).decode())
"""


@pytest.fixture(scope="module")
def venv_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a virtual environment in which the checker is installed as from a wheel."""
    home = tmp_path_factory.mktemp("venv")
    home.chmod(0o755)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home / "v")], check=True)
    (packages,) = (home / "v" / "lib").glob("python3*/site-packages")
    record = []
    for package in ("modspec", "modcheck"):
        shutil.copytree(PACKAGE.parent / package, packages / package)
        record.append(f"{package}/__init__.py,,")
    attrs = Path(attr.__file__).parent
    shutil.copytree(attrs, packages / attrs.name)
    information = packages / "othello_mis-0.1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: othello-mis\nVersion: 0.1\n")
    (information / "RECORD").write_text("\n".join(record))
    return home / "v" / "bin" / "python"


@pytest.mark.parametrize("name", BACKENDS)
def test_where_the_checker_is_installed_a_program_reads_only_its_server(
    name: str, venv_python: Path, own: Path
) -> None:
    if name != "none":
        sandbox(name)
    program = script(own / "reads.py", READS)
    command = [venv_python, "-c", CHECKER_IN_A_VENV, name, program, own]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=own)
    imported, read = json.loads(run.stdout)
    if name == "none":  # it would be noticed
        assert ["modspec.syntax.values", "modcheck.sandbox.view", "attr"] == imported
        assert "view.py" in read
    else:
        assert (["attr"], ["serve.py"]) == (imported, read)


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("where", ["own", "beside"])
def test_a_module_cannot_have_the_specification_answer(name: str, where: str, own: Path) -> None:
    script(own / "steals.py", "from othello_spec.supply import *\n")
    folder = own if where == "own" else TESTS.parent
    if where == "beside":  # the folder that it is in has the checker's own source in it
        pytest.importorskip("othello_spec")
    command = shlex.join(serve.command("steals" if where == "own" else "othello_spec.supply"))
    confined = sandbox(name, folder)
    if name == "none":
        pipe = Pipe(command, sandbox=confined)
        assert "takes_from_opponent" in pipe.routines
        pipe.close()
        return
    with pytest.raises(ImplementationError, match="othello_spec"):
        Pipe(command, sandbox=confined)


# -- what a program is given -----------------------------------------------------------------------


def test_the_environment_is_cleared_but_for_what_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "s")
    monkeypatch.setenv("SIZE", "6")
    monkeypatch.setenv("PATH", "/usr/bin:/no/such/folder:relative:/bin")
    given = environment(["/usr", "/bin"], Limits(), ["SIZE", "UNSET"])
    usual = {"PATH", "HOME", "TMPDIR", "LANG", "JAVA_TOOL_OPTIONS", "PYTHONHASHSEED"}
    assert usual | {"SIZE"} == set(given)
    assert ("/usr/bin:/bin", "6") == (given["PATH"], given["SIZE"])
    assert "-XX:TieredStopAtLevel=1" in given["JAVA_TOOL_OPTIONS"]  # it lives for seconds


def test_rustup_is_told_where_its_compilers_are() -> None:
    given = environment(["/usr", "/home/ann/.cargo/bin", "/home/ann/.rustup"], Limits())
    assert "/home/ann/.rustup" == given["RUSTUP_HOME"]


WHAT_IT_HAS = """
import json, os, resource
limits = {name[7:].lower(): resource.getrlimit(getattr(resource, name))[1]
          for name in dir(resource) if name.startswith("RLIMIT_")}
streams = [fd for fd in range(100) if os.path.exists(f"/proc/self/fd/{fd}")]
print(json.dumps({"limits": limits, "environment": dict(os.environ), "folder": os.getcwd(),
                  "user": os.getuid(), "groups": os.getgroups(), "streams": streams,
                  "may": os.access("program.py", os.R_OK)}), flush=True)
"""


def what_it_has(confined: Sandbox, own: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(line_of(python(own, WHAT_IT_HAS), confined))
    return found


@pytest.mark.parametrize("name", CONFINING)
def test_a_program_has_the_limits_the_folder_and_the_variables_that_it_should(
    name: str, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "s")
    limits = Limits(memory=500 * MIB, cpu=7, processes=20, file=3 * MIB, open_files=40)
    found = what_it_has(sandbox(name, own, limits), own)
    kept = found["limits"]
    assert isinstance(kept, Mapping)
    expected = dict(limits.resources())
    given = {each: kept[each] for each in expected}
    if os.geteuid() != 0:
        # without a name space the processes of an ordinary user count, wherever they run
        given["nproc"] = expected["nproc"] if given["nproc"] >= expected["nproc"] else 0
    assert expected == given
    assert str(own) == found["folder"]
    variables = found["environment"]
    assert isinstance(variables, Mapping)
    assert "SECRET" not in variables


def test_a_limit_is_never_higher_than_that_of_who_sets_it() -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (30, 30))\n"
        "from modcheck.sandbox.limits import Limits; print(Limits().resources()['nofile'])"
    )
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "30\n" == run.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes somebody else")
@pytest.mark.parametrize("name", CONFINING)
def test_roots_programs_are_each_a_user_of_their_own_who_can_read_what_is_closed_to_others(
    name: str, own: Path
) -> None:
    own.chmod(0o700)
    confined = sandbox(name, own)
    command = python(own, WHAT_IT_HAS)
    (own / "program.py").chmod(0o600)
    found = [json.loads(line_of(command, confined)) for _ in range(2)]
    assert 2 == len({each["user"] for each in found} - {0, os.getuid()})
    assert [[], []] == [each["groups"] for each in found]
    assert [True, True] == [each["may"] for each in found]


@pytest.mark.parametrize("name", BACKENDS)
def test_how_a_program_ended_is_told_as_without_a_sandbox(name: str, own: Path) -> None:
    for code, expected in (
        ("import os; os.kill(os.getpid(), 11)", r"it was killed by signal 11 \(SIGSEGV\)$"),
        ("raise SystemExit(3)", "it ended with exit status 3$"),
    ):
        with pytest.raises(Crash, match=expected):
            line_of(python(own, code), sandbox(name, own))


@pytest.mark.parametrize("name", CONFINING)
def test_too_much_processor_time_ends_a_program(name: str, own: Path) -> None:
    with pytest.raises(Crash, match=r"SIGXCPU|SIGKILL"):
        line_of(python(own, "while True: pass"), sandbox(name, own, Limits(cpu=1)))


@pytest.mark.parametrize("name", CONFINING)
def test_what_the_virtual_machines_of_java_and_node_need_is_within_the_limits(
    name: str, own: Path
) -> None:
    confined = sandbox(name, own)
    script(
        own / "Hello.java",
        "public class Hello { public static void main(String[] a) "
        '{ System.out.println("hello"); } }',
    )
    script(own / "hello.mjs", 'console.log("hello")')
    java, node = shutil.which("java"), shutil.which("node")
    if java is None or node is None:
        pytest.skip("there is no java or no node")
    assert "hello" == line_of([node, "hello.mjs"], confined)
    # The compiler runs in memory, and is the hungrier program of the two.
    assert "hello" == line_of([java, "Hello.java"], confined)


def test_what_java_says_about_its_options_is_no_last_word(own: Path) -> None:
    code = f"import sys; print('{JAVA_NOTE}: -X', file=sys.stderr); raise SystemExit(1)"
    with pytest.raises(Crash, match=r"exit status 1$"):
        line_of(python(own, code), Sandbox(Unconfined(), str(own)))


@pytest.mark.parametrize("name", CONFINING)
def test_only_its_private_folder_can_be_written_and_is_gone_with_the_program(
    name: str, own: Path
) -> None:
    code = """
import os
written = []
for place in ("/tmp", ".", "/", "/dev", "/usr", "/var/tmp"):
    try:
        open(place + "/written-in-a-sandbox", "x").close()
        written.append(place)
    except OSError:
        pass
print(*written, flush=True)
"""
    confined = sandbox(name, own)
    expected = "/tmp" if name == "bubblewrap" else ""
    assert [expected, expected] == [line_of(python(own, code), confined) for _ in range(2)]
    assert not Path("/tmp/written-in-a-sandbox").exists()


def test_memory_is_that_of_the_program_and_of_all_it_has_started(own: Path) -> None:
    code = """
import os, time
block = bytearray(b"x") * 20_000_000
if os.fork():
    print(flush=True)
else:
    more = bytearray(b"x") * 20_000_000
    open("ready", "x").close()
time.sleep(60)
"""
    program = start(python(own, code), Sandbox(Unconfined(), str(own)))
    program.receive(20, 10)
    while not (own / "ready").exists():
        pass
    took = resident_memory(program.process.pid)
    program.end()
    assert 60_000_000 <= took < 200_000_000
    assert 0 == resident_memory(program.process.pid)


@pytest.mark.parametrize("name", CONFINING)
def test_a_program_runs_at_a_low_priority_and_is_the_first_that_the_kernel_ends(
    name: str, own: Path
) -> None:
    confined = sandbox(name, own)
    command = python(own, "import os, time; print(os.nice(0), flush=True); time.sleep(60)")
    program = start(command, confined)
    priority = int(program.receive(20, 10))
    words = "\0".join(command).encode() + b"\0"
    seen_from_outside = [
        int(Path(f"/proc/{process}/oom_score_adj").read_text("ascii"))
        for process in processes_with(str(own))
        if Path(f"/proc/{process}/cmdline").read_bytes() == words
    ]
    program.end()
    assert (os.nice(0) + PRIORITY, [FIRST_TO_GO]) == (priority, seen_from_outside)


def test_the_tables_of_the_kernel_for_much_address_space_count_as_memory(own: Path) -> None:
    code = """
import mmap, time
with mmap.mmap(-1, 8 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ) as space:
    for start in range(0, len(space), 4096):
        space[start]
    print(flush=True)
    time.sleep(60)
"""
    program = start(python(own, code), Sandbox(Unconfined(), str(own)))
    program.receive(60, 10)
    took = resident_memory(program.process.pid)
    program.end()
    assert took > (8 << 30) // 512  # eight bytes for each page of zeros


# -- system calls ----------------------------------------------------------------------------------

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
"""Where Debian's kernel headers have the numbers of system calls."""


@pytest.mark.parametrize("machine", system_calls.ARCHITECTURES)
def test_the_filter_numbers_system_calls_as_the_kernel_does(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip(f"there is no {HEADERS[machine]}")
    text = HEADERS[machine].read_text("utf-8")
    numbers = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text))
    found = {name: int(numbers.get(name, -1)) for name in system_calls.NUMBERS[machine]}
    assert found == system_calls.NUMBERS[machine]


def test_both_architectures_refuse_the_same_calls() -> None:
    first, second = (set(system_calls.NUMBERS[each]) for each in system_calls.ARCHITECTURES)
    assert {"inotify_init"} == first ^ second  # arm64 has only the newer one
    assert set(system_calls.CONDITIONS) <= first & second


HOW_CALLS_FAIL = """
import ctypes, json, os, resource, socket
libc = ctypes.CDLL(None, use_errno=True)
def fails(attempt):
    try:
        attempt()
    except OSError as error:
        return error.errno
    return 0
def numbered(number):
    return ctypes.get_errno() if libc.syscall(number, 0, 0, 0) < 0 else 0
mine = resource.RLIMIT_CORE
print(json.dumps([
    fails(lambda: socket.socket()),
    fails(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
    fails(lambda: resource.prlimit(os.getppid(), mine)),
    fails(lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)),
    fails(lambda: os.setpriority(os.PRIO_USER, 0, 19)),
    fails(lambda: socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)),
    fails(lambda: os.memfd_create("x")), numbered(435), numbered(1000), numbered(0x40000000 + 41),
    fails(lambda: socket.socketpair()),
    fails(lambda: resource.prlimit(0, mine, resource.prlimit(0, mine))),
    fails(lambda: os.setpriority(os.PRIO_PROCESS, 0, 19)),
    fails(lambda: os.sched_setaffinity(0, os.sched_getaffinity(0))),
    fails(lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)),
]), flush=True)
"""


@pytest.mark.skipif(not system_calls.machine(), reason="there is no filter for this machine")
@pytest.mark.parametrize("name", CONFINING)
def test_a_refused_system_call_is_an_error_and_the_usual_ones_work(name: str, own: Path) -> None:
    expected = 6 * [errno.EPERM] + 4 * [errno.ENOSYS] + 5 * [0]
    assert expected == json.loads(line_of(python(own, HOW_CALLS_FAIL), sandbox(name, own)))


COMPILERS = {
    "cc": ("a.c", "int main(void) { return 0; }", ["-o", "/tmp/a"]),
    "rustc": ("a.rs", "fn main() {}", ["-o", "/tmp/a"]),
    "javac": ("A.java", "class A {}", ["-d", "/tmp"]),
}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_compilers_run_with_the_filter(
    compiler: str, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = shutil.which(compiler)
    if found is None:
        pytest.skip(f"there is no {compiler}")
    if compiler == "rustc":  # it may be rustup's, which looks for the compiler in the user's home
        asked = subprocess.run([found, "--print", "sysroot"], capture_output=True, text=True)
        monkeypatch.setenv("PATH", f"{asked.stdout.strip()}/bin:{os.environ['PATH']}")
    file, text, options = COMPILERS[compiler]
    script(own / file, text)
    confined = sandbox("bubblewrap", own)  # landlock has no folder to write into
    process = confined.launch([compiler, *options, file]).start()
    _, errors = process.communicate(timeout=60)
    assert 0 == process.returncode, errors


def test_with_landlock_a_program_may_write_into_its_private_folder_and_nowhere_else(
    own: Path, tmp_path: Path
) -> None:
    private = tmp_path / "private"
    private.mkdir()
    confined = replace(sandbox("landlock", own), private=str(private))
    places = ["$TMPDIR", "$TMPDIR/..", ".", "/tmp", "/dev/shm"]
    tried = "; ".join(f'echo x > "{each}/new" && printf "%s " "{each}"' for each in places)
    printed = line_of(["sh", "-c", f"exec 2>/dev/null; {tried}; echo"], confined)
    assert [f"{private}"] == printed.split()


def test_only_small_memory_is_a_place_to_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_memory, "MOST", 0)
    refused = pytest.raises(SandboxError, match="/dev/shm is no file system in memory of at most 0")
    with refused, small_memory.private_folder():
        pass
    monkeypatch.setattr(small_memory, "MOST", sys.maxsize)
    with small_memory.private_folder() as folder:
        Path(folder, "new").write_text("")
    assert not Path(folder).exists()


def test_on_a_machine_without_a_filter_a_backend_says_what_it_does_not_hold() -> None:
    for with_filter, without in (
        (Bubblewrap(machine="x86_64"), Bubblewrap(machine="")),
        (Landlock(machine="x86_64"), Landlock(machine="")),
    ):
        assert with_filter.contains > without.contains
        assert Escape.HOARDS not in without.contains


# -- how it ends, and what it is told --------------------------------------------------------------

HOLDS_ON = """
import signal, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
print(flush=True)
while True:
    time.sleep(60)
"""
CHECKS = """
import sys
from modcheck.system.child import start
from modcheck.sandbox.sandbox import Sandbox
program = start(sys.argv[3:], Sandbox.with_backend(sys.argv[1], sys.argv[2]))
program.receive(20, 10)
print(flush=True)
program.receive(600, 10)
"""


def processes_with(word: str) -> list[int]:
    """The processes that have a word in their command lines."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


@pytest.mark.parametrize("name", BACKENDS)
def test_a_program_ends_with_a_checker_that_is_killed(name: str, own: Path) -> None:
    sandbox(name, own)
    command = [sys.executable, "-c", CHECKS, name, str(own), *python(own, HOLDS_ON)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as checker:
        assert checker.stdout is not None
        assert b"\n" == checker.stdout.readline()
        assert 2 <= len(processes_with(str(own)))
        checker.kill()
    deadline = time.monotonic() + 10
    while (left := processes_with(str(own))) and time.monotonic() < deadline:
        time.sleep(0.02)
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert [] == left


def test_where_nothing_ties_a_program_to_its_checker_it_is_started_as_it_is(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(script(own / "student", "#!/bin/sh\n"))
    script(own / "setpriv", "#!/bin/sh\nexit 1\n")  # as one that does not know the option
    for folder in (own, own / "nothing"):
        monkeypatch.setenv("PATH", str(folder))
        backend._tether.cache_clear()
        launch = Sandbox(Unconfined(), str(own)).launch([path])
        assert [path] == list(launch.command)
    backend._tether.cache_clear()


@pytest.mark.parametrize("name", CONFINING)
def test_a_program_is_handed_no_descriptor_but_the_standard_ones(name: str, own: Path) -> None:
    assert [0, 1, 2] == what_it_has(sandbox(name, own), own)["streams"]


@pytest.mark.parametrize("name", CONFINING)
def test_what_a_program_is_told_is_in_no_command_line(
    name: str, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "told to nobody else")
    confined = replace(sandbox(name, own), passed=("SECRET",))
    launch = confined.launch(["/bin/sh", "-c", "echo $SECRET; env >&2"])
    assert [] == [word for word in launch.command if "told to nobody else" in word]
    process = launch.start()
    told, variables = process.communicate()
    assert b"told to nobody else\n" == told
    names = {line.partition("=")[0] for line in variables.decode().splitlines()}
    usual = {"PATH", "HOME", "TMPDIR", "LANG", "JAVA_TOOL_OPTIONS", "PYTHONHASHSEED", "SECRET"}
    assert usual == names - {"PWD", "RUSTUP_HOME"}


@pytest.mark.parametrize("name", CONFINING)
def test_sets_of_strings_have_one_order_in_a_confined_program(
    name: str, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def outputs() -> set[bytes]:
        code = "print(*{str(n) for n in range(20)})"
        launch = sandbox(name, own).launch([sys.executable, "-c", code])
        return {launch.start().communicate()[0] for _ in range(3)}

    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    (usual,) = outputs()
    assert len(usual.split()) == 20
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    assert {usual} != outputs()


# -- which backend is taken ------------------------------------------------------------------------


class Pretending:
    """A backend that says that it contains everything and contains nothing."""

    name = "pretending"
    contains = frozenset(Escape)

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        return Unconfined().launch(view, environment, limits)


class Failing(Pretending):
    """A backend in which nothing runs."""

    name = "failing"

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        return Launch(["/bin/sh", "-c", "echo no permission >&2; exit 1"])


class Absent(Pretending):
    """A backend whose tools are not there."""

    name = "absent"

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        raise SandboxError("there is no tool on PATH")


def test_every_escape_is_noticed_where_nothing_is_confined() -> None:
    beyond = {Escape.TRACES, Escape.STEERS_TERMINAL}  # one is not tried, one needs a terminal
    assert set(Escape) - beyond == escapes.escapes_from(Pretending()) - beyond


@pytest.mark.parametrize("name", CONFINING)
def test_a_backend_contains_every_escape_that_it_says_it_contains(name: str) -> None:
    confining = sandbox(name).backend
    assert set() == escapes.escapes_from(confining) & confining.contains


def test_the_probe_notices_what_matters_most_where_nothing_is_confined() -> None:
    result = probe.probe(Pretending())
    assert not result.works
    noticed = {Escape.READS_FILES, Escape.CONNECTS_TCP, Escape.SEES_PROCESSES, Escape.SIGNALS}
    noticed.add(Escape.HOARDS)
    assert noticed == result.escaped
    assert Escape.READS_FILES.value in result.summary


@pytest.mark.parametrize(
    ("backend", "told"), [(Failing(), "no permission"), (Absent(), "there is no tool on PATH")]
)
def test_a_backend_in_which_nothing_runs_does_not_work(backend: Backend, told: str) -> None:
    assert (False, told) == (probe.probe(backend).works, probe.probe(backend).summary)


class Lingering(Pretending):
    """A backend in which nothing happens, and what it has started holds on to its output."""

    name = "lingering"

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        return Launch(["/bin/sh", "-c", "echo no >&2; sleep 60 & sleep 60"])


def test_a_probe_is_not_kept_waiting_by_what_is_left_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe, "_PATIENCE", 0.2)
    started = time.monotonic()
    assert "no" == probe.probe(Lingering()).summary
    assert time.monotonic() - started < 10


def test_where_the_probe_itself_cannot_be_set_up_no_backend_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert "No such file or directory" in probe.probe(Pretending()).summary


@pytest.fixture
def backends(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Backend]]:
    """The backends that the machine seems to have, the best first."""
    backends: list[Backend] = []
    monkeypatch.setattr(probe, "backends", lambda: tuple(backends))
    monkeypatch.setattr("modcheck.sandbox.sandbox.backends", lambda: tuple(backends))
    probe.probe_backends.cache_clear()
    yield backends
    probe.probe_backends.cache_clear()


class Working(Pretending):
    """A backend that is what it says: it says nothing."""

    name = "landlock"
    contains = frozenset()


def test_the_best_backend_that_works_is_taken(backends: list[Backend]) -> None:
    backends += [Absent(), Pretending(), Working()]
    assert backends[2] is Sandbox.with_backend(AUTO).backend
    assert backends[2] is Sandbox.with_backend("landlock").backend


class Counting(Working):
    """A backend that notes what is started in it."""

    def __init__(self) -> None:
        self.started: list[Sequence[str]] = []

    def launch(self, view: View, environment: Mapping[str, str], limits: Limits) -> Launch:
        launch = super().launch(view, environment, limits)
        self.started.append(launch.command)
        return launch


def test_a_backend_is_probed_once_also_if_that_began_early(backends: list[Backend]) -> None:
    one = Counting()
    backends += [one, Working()]
    probe.probe_meanwhile()
    assert len(one.started) == 1
    assert one is Sandbox.with_backend(AUTO).backend
    probe.probe_meanwhile()
    assert len(one.started) == 1


def test_a_probe_that_cannot_begin_early_says_why_later(backends: list[Backend]) -> None:
    backends += [Absent(), Failing(), Working()]
    probe.probe_meanwhile()
    assert backends[2] is Sandbox.with_backend(AUTO).backend
    assert [False, False, True] == [each.works for each in probe.probe_backends()]


def test_nothing_is_left_of_a_probe_that_nobody_waits_for(
    backends: list[Backend], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    backends += [Lingering()]
    probe.probe_meanwhile()
    assert [*tmp_path.iterdir()]
    begun = time.monotonic()
    probe._MEANWHILE.clear()
    gc.collect()
    assert not [*tmp_path.iterdir()]
    assert time.monotonic() - begun < 10


def test_where_no_backend_works_it_is_said_in_one_line_why(backends: list[Backend]) -> None:
    backends += [Absent(), Failing()]
    with pytest.raises(SandboxError) as refused:
        Sandbox.with_backend(AUTO)
    assert (
        "no sandbox works on this machine "
        "(absent: there is no tool on PATH; failing: no permission)" == str(refused.value)
    )


def test_a_backend_that_does_not_work_is_not_given(backends: list[Backend]) -> None:
    backends += [Absent()]
    for name, why in (("absent", "no tool on PATH"), ("chains", "none of bubblewrap, landlock")):
        with pytest.raises(SandboxError, match=why):
            Sandbox.with_backend(name)


def test_without_a_sandbox_a_command_is_started_as_it_is() -> None:
    assert Launch(["true", "--pipe"]) == start(["true", "--pipe"]).launch


def test_a_finding_tells_what_is_wrong() -> None:
    backend = Unconfined()
    escaped = frozenset({Escape.SIGNALS, Escape.FORKS})
    assert "works" == ProbeResult(backend).summary
    assert (
        f"a program in it {Escape.SIGNALS} and {Escape.FORKS}"
        == ProbeResult(backend, escaped).summary
    )


# -- as an ordinary user ---------------------------------------------------------------------------

AS_A_USER = """
import json, os
import escapes
from modcheck.sandbox.probe import probe
from modcheck.sandbox.bubblewrap import Bubblewrap
from modcheck.sandbox.landlock import Landlock
backends = (Bubblewrap(), Bubblewrap(nested=True), Landlock())
escaped = [sorted(escapes.escapes_from(each) & each.contains) for each in backends]
print(json.dumps([os.getuid(), [probe(each).summary for each in backends], escaped]))
"""
ORDINARY = 12_345
AsAUser = Callable[..., str]
"""Runs a program text as an ordinary user, behind a command; what it prints."""


@pytest.fixture
def as_a_user() -> Iterator[AsAUser]:
    interpreter = "/usr/bin/python3"
    setpriv = shutil.which("setpriv")
    if os.geteuid() != 0 or setpriv is None or not Path(interpreter).exists():
        pytest.skip("we are not root, or there is no setpriv, or no Python that everybody may run")
    if any(isinstance(sandbox(name).backend, Unconfined) for name in CONFINING):
        pytest.skip("the backends do not work for root")
    room = Path(f"/tmp/sandbox-as-a-user-{os.getpid()}")
    shutil.copytree(PACKAGE, room / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(escapes.__file__, room)
    try:
        for path in (room, *room.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        user = [setpriv, "--reuid", str(ORDINARY), "--regid", str(ORDINARY), "--clear-groups"]

        def run(code: str, *before: str) -> str:
            return subprocess.run(
                [*before, *user, interpreter, "-c", code],
                env={
                    "PATH": "/usr/bin:/bin",
                    "PYTHONPATH": str(room),
                    "PYTHONDONTWRITEBYTECODE": "1",
                },
                cwd=room,
                capture_output=True,
                text=True,
                check=True,
            ).stdout

        yield run
    finally:
        shutil.rmtree(room)


def test_the_backends_work_for_an_ordinary_user_as_for_root(as_a_user: AsAUser) -> None:
    expected = [ORDINARY, 3 * ["works"], 3 * [[]]]
    assert expected == json.loads(as_a_user(AS_A_USER))


def test_a_user_who_may_have_few_processes_is_no_obstacle(as_a_user: AsAUser) -> None:
    code = "from modcheck.sandbox import probe, landlock\n"
    code += "print(probe.probe(landlock.Landlock()).summary)"
    few = ("prlimit", f"--nproc={escapes.PROCESSES}")
    assert "works\n" == as_a_user(code, *few)


# -- the page about it -----------------------------------------------------------------------------


def rows() -> dict[str, list[str]]:
    """The cells of the page's table of escapes."""
    lines = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return {first: [second, third] for first, second, third in lines if first in set(Escape)}


def test_the_page_says_of_each_escape_which_backend_contains_it() -> None:
    best = Landlock(abi=99, root=True, machine="x86_64").contains
    least = Landlock(abi=1, root=False, machine="").contains
    nested = Bubblewrap(nested=True, machine="").contains
    table = rows()
    assert set(Escape) == set(table)
    for escape in Escape:
        expected = "contained" if escape in least else "depends" if escape in best else "no"
        assert expected == table[escape][1].split(":")[0], escape
        assert ("contained" if escape in nested else "depends") == table[escape][0].split(":")[0]


def test_the_page_names_the_limits() -> None:
    page, limits = PAGE.read_text("utf-8"), Limits()
    for most in (limits.memory, limits.total, limits.file, limits.scratch, limits.errors):
        assert f"{most // MIB:,} MiB" in page
    for most in (limits.cpu, limits.processes, limits.open_files):
        assert f"{most:,}" in page


def test_a_command_line_of_the_page_is_one() -> None:
    for line in re.findall(r"^\$ (othello-mis check .*)$", PAGE.read_text("utf-8"), re.MULTILINE):
        assert "--impl" in shlex.split(line)
