"""``python tests/tools/covering``: look for covering games, and record the answers to them.

The search starts from the stored games; with another seed it may find fewer or shorter ones. It
keeps the games that are stored as scenarios. Without rounds of search the command only records the
answers again, with the kills of each mutant, which takes some minutes: do so after a change of the
specification, of the calls or of the candidates.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[2])  # so that this folder is a package

import othello_suite.covering  # noqa: E402
from othello_suite.covering import GAMES, LONGER, RECORDING, read_games  # noqa: E402
from othello_suite.covering.recorder import record_games, record_longer_games  # noqa: E402
from tools.covering.search import Rounds, Search  # noqa: E402
from tools.covering.stored import given_games, known_games, with_games  # noqa: E402


def main() -> None:
    """Search for covering games and write the files."""
    wanted = _arguments()
    path = wanted.folder / GAMES
    text = path.read_text(encoding="utf-8")
    if wanted.anew or wanted.again:
        search = Search(given_games(text), wanted.width, wanted.seed)
        found = search.best_games(known_games(text), Rounds(wanted.anew, wanted.again), _progress)
        text = with_games(text, found)
    recording = record_games(read_games(text))
    data = recording.dump()
    path.write_text(text, encoding="utf-8")
    path.with_name(RECORDING).write_bytes(data)
    path.with_name(LONGER).write_bytes(record_longer_games().dump())
    print(f"{len(recording.traces)} scripts, {recording.calls} calls, {len(data)} bytes")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tests/tools/covering", description=main.__doc__)
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
