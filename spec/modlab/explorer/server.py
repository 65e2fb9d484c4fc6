"""The server of the page, for the browser of this machine only.

A random word in the address keeps other users and other pages out; the names of the host and of the
page that asks are compared as well, because a foreign page can lead its own name to this address.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from modlab.explorer.answering_process import AnsweringProcess
from modlab.explorer.document import served_page

HOST: Final = "127.0.0.1"

LONGEST: Final = 8 << 20
"""Bytes of a request at most: a verdict with many faults has less."""

_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
}


class PageServer(ThreadingHTTPServer):
    """Serves the page and answers its requests."""

    daemon_threads = True

    def __init__(self, answering: AnsweringProcess, port: int = 0) -> None:
        """Listen at a port of this machine, any free one if it is 0. Raises OSError."""
        self.answering, self._token = answering, secrets.token_urlsafe(16)
        super().__init__((HOST, port), _Handler)

    @property
    def host(self) -> str:
        """The host and port, as requests name them."""
        return f"{HOST}:{self.server_address[1]}"

    @property
    def folder(self) -> str:
        """The path that all addresses begin with."""
        return f"/{self._token}/"

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{self.host}{self.folder}"


class _Handler(BaseHTTPRequestHandler):
    server: PageServer

    def do_GET(self) -> None:
        """Send the page."""
        if self._is_allowed(""):
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", served_page())

    def do_POST(self) -> None:
        """Answer a request of the page."""
        if not self._is_allowed("ask"):
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LONGEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"send at most {LONGEST} bytes")
            return
        try:
            request = self.rfile.read(int(length)).decode("utf-8")
        except UnicodeDecodeError:
            self._refuse(HTTPStatus.BAD_REQUEST, "send JSON in UTF-8")
            return
        answer = self.server.answering.answer(request)
        self._send(HTTPStatus.OK, "application/json", answer)

    def _is_allowed(self, name: str) -> bool:
        """Whether a request comes from the page; others are refused."""
        origin = self.headers.get("Origin", f"http://{self.server.host}")
        is_ours = self.headers.get("Host") == self.server.host == origin.removeprefix("http://")
        path = self.path.partition("?")[0]
        if not is_ours or not secrets.compare_digest(
            path.encode(), f"{self.server.folder}{name}".encode()
        ):
            self._refuse(HTTPStatus.NOT_FOUND, "open the address that the command printed")
            return False
        return True

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        self.close_connection = True
        self._send(status, "text/plain; charset=utf-8", text)

    def _send(self, status: HTTPStatus, kind: str, text: str) -> None:
        body = text.encode("utf-8")
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # http.server's name
        """Log nothing: the command's terminal is for what the user has to know."""
