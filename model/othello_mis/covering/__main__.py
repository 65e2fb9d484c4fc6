"""``python -m othello_mis.covering``: look for covering games, and record the answers to them.

The search goes on from the games that are stored: with another seed, it may find fewer, or shorter ones.
Games that are there for what happens in them stay as they are. Without rounds of search the answers are
recorded anew, which takes some seconds: after a change of the specification, or of what is asked.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import othello_suite.covering
from othello_mis.covering.search import Rounds, Search
from othello_mis.covering.stored import given_games, known_games, with_games
from othello_suite.covering import GAMES, LONGER, RECORDING, read_games
from othello_suite.covering.recorder import deeper, recorded


def main() -> None:
    """Search as long as asked, and write the files."""
    wanted = _arguments()
    path = wanted.folder / GAMES
    text = path.read_text(encoding="utf-8")
    if wanted.anew or wanted.again:
        search = Search(given_games(text), wanted.width, wanted.seed)
        found = search.found(known_games(text), Rounds(wanted.anew, wanted.again), _progress)
        text = with_games(text, found)
    recording = recorded(read_games(text))
    data = recording.dump()
    path.write_text(text, encoding="utf-8")
    path.with_name(RECORDING).write_bytes(data)
    path.with_name(LONGER).write_bytes(deeper().dump())
    print(f"{len(recording.traces)} scripts, {recording.calls} calls, {len(data)} bytes")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m othello_mis.covering", description=main.__doc__
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path(othello_suite.covering.__file__).parent,
        help=f"where {GAMES} is, and where the files are written (default: the installed one)",
    )
    parser.add_argument("--anew", type=int, default=0, help="rounds of search from the beginning")
    parser.add_argument("--again", type=int, default=0, help="rounds that replace some games")
    parser.add_argument("--width", type=int, default=2000, help="of the beam (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="what chance decides (default: 1)")
    return parser.parse_args()


def _progress(what: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r\x1b[K{what} ({done} of {total})", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
