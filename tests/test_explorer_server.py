"""The explorer's server: it answers its own page only, and ends what takes too long."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from modlab.explorer.answering_process import AnsweringProcess
from modlab.explorer.explorer import ModulePlace
from modlab.explorer.server import LONGEST, PageServer

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
STACK = ModulePlace("", str(LIBRARY / "stack.py"))

SLOW = '''"""Slow: a query for which a computer needs years."""

from __future__ import annotations

__all__ = ["years"]


def years(n: int) -> bool:
    """Whether all sums are small."""
    return all(i + j + k < 3 * n for i in range(n) for j in range(n) for k in range(n))
'''


@pytest.fixture
def server() -> Iterator[PageServer]:
    answering = AnsweringProcess([STACK])
    with PageServer(answering) as found:
        Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()
    answering.end()


def send(
    server: PageServer, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str, dict[str, str]]:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in {"Content-Length": str(len(body)), **headers}.items():
        connection.putheader(name, value)
    connection.endheaders(body.encode())
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), dict(answer.getheaders())


def test_the_page_and_its_requests_are_answered(server: PageServer) -> None:
    status, page, headers = send(server, "GET", server.folder)
    assert (200, True) == (status, "<title>Explorer</title>" in page)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    request = json.dumps({"ask": "view", "module": "stack", "calls": ["init()", "push(3)"]})
    status, text, _ = send(server, "POST", f"{server.folder}ask", request)
    assert 200 == status
    assert [["items", "<3>"]] == json.loads(text)["original"]["variables"]


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/", {}),
        ("GET", "/favicon.ico", {}),
        ("GET", "{folder}../etc/passwd", {}),
        ("GET", "{folder}ask", {}),
        ("POST", "{folder}", {}),
        ("POST", "/wrong/ask", {}),
        ("GET", "{folder}", {"Host": "example.com"}),
        ("POST", "{folder}ask", {"Host": "localhost"}),
        ("POST", "{folder}ask", {"Origin": "http://example.com"}),
        ("POST", "{folder}ask", {"Origin": "null"}),
    ],
)
def test_what_does_not_come_from_the_page_is_refused(
    server: PageServer, method: str, path: str, headers: dict[str, str]
) -> None:
    request = json.dumps({"ask": "modules"})
    status, text, _ = send(server, method, path.format(folder=server.folder), request, **headers)
    assert (404, "open the address that the command printed") == (status, text)


@pytest.mark.parametrize("length", [str(LONGEST + 1), "-1", "many", ""])
def test_a_request_of_no_sensible_length_is_refused(server: PageServer, length: str) -> None:
    path = f"{server.folder}ask"
    assert 413 == send(server, "POST", path, **{"Content-Length": length})[0]


def test_a_request_that_is_no_text_is_refused(server: PageServer) -> None:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    connection.request("POST", f"{server.folder}ask", b"\xff\xfe")
    assert 400 == connection.getresponse().status


def ask(answering: AnsweringProcess, **request: Any) -> dict[str, Any]:
    answer = json.loads(answering.answer(json.dumps(request)))
    assert isinstance(answer, dict)
    return answer


def test_an_answer_that_takes_too_long_is_ended_and_the_next_one_comes(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    answering = AnsweringProcess([STACK, ModulePlace("", str(tmp_path / "slow.py"))], seconds=600)
    try:
        assert ask(answering, ask="modules") == {"modules": ["stack", "slow"]}
        answering.seconds = 0.5
        found = ask(answering, ask="view", module="slow", calls=["years(100000)"])
        assert {"error": "no answer within 0.5 s; try a smaller change"} == found
        answering.seconds = 600
        assert ask(answering, ask="modules") == {"modules": ["stack", "slow"]}
    finally:
        answering.end()


def test_a_process_that_dies_is_told_and_started_again() -> None:
    answering = AnsweringProcess([STACK])
    try:
        assert ask(answering, ask="modules") == {"modules": ["stack"]}
        process = answering._process
        assert process is not None
        process.kill()
        process.wait()
        assert ask(answering, ask="modules") == {"modules": ["stack"]}
    finally:
        answering.end()


def test_the_command_prints_its_address_and_ends_with_its_processes() -> None:
    # a shell has its background jobs ignore the interrupt: the command is told not to
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    run = [sys.executable, "-c", f"{heed}; from modlab.modspec_command import main; main()"]
    arguments = ["explore", str(LIBRARY / "stack.py"), "--no-browser"]
    process = subprocess.Popen(
        [*run, *arguments], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    port, folder = address.removeprefix("http://127.0.0.1:").split("/", 1)
    connection = HTTPConnection("127.0.0.1", int(port), timeout=60)
    connection.request("POST", f"/{folder}ask", json.dumps({"ask": "modules"}))
    assert {"modules": ["stack"]} == json.loads(connection.getresponse().read())
    process.send_signal(signal.SIGINT)
    assert 0 == process.wait(timeout=60)
    until = monotonic() + 60
    while monotonic() < until:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        sleep(0.05)
    pytest.fail("a process of the command is left")
