"""Progress: a file of the learner's own, and what an instructor sees of several."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from modlab.exercise.exercise import Exercise, in_chapters
from modspec import SpecificationError

FORMAT: Final = 1


@dataclass(frozen=True)
class Attempts:
    """What a learner has done in one exercise."""

    checks: int = 0
    hints: int = 0
    is_done: bool = False

    def after(self, has_hint: bool, is_right: bool) -> Attempts:
        """Return the attempts after one more check."""
        return Attempts(self.checks + 1, self.hints + has_hint, self.is_done or is_right)


def read_progress(file: Path) -> dict[str, Attempts]:
    """Return what a progress file says, by exercise; nothing if there is no such file yet.

    Raises SpecificationError for a file that is no progress file.
    """
    if not file.exists():
        return {}
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise SpecificationError(f"{file} is of another format; begin a new progress file")
        return {name: Attempts(**each) for name, each in data["exercises"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SpecificationError(f"{file} is no progress file; give another name") from error


def write_progress(file: Path, progress: dict[str, Attempts]) -> None:
    """Write a progress file."""
    data = {name: vars(each) for name, each in sorted(progress.items())}
    file.write_text(json.dumps({"format": FORMAT, "exercises": data}, indent=1), encoding="utf-8")


def list_lines(known: Collection[Exercise], progress: dict[str, Attempts]) -> Iterator[str]:
    """Yield the exercises, chapter by chapter, each chapter with how many of how many are done."""
    ordered = in_chapters(known)
    is_done = {name for name, each in progress.items() if each.is_done}
    for chapter in dict.fromkeys(each.chapter for each in ordered):
        own = [each for each in ordered if each.chapter == chapter]
        yield chapter
        for each in own:
            yield f"  {'*' if each.name in is_done else ' '} {each.name:24} {each.title}"
    done = sum(each.name in is_done for each in ordered)
    yield ""
    yield f"{len(ordered)} exercises" + (f"; * {done} of them are done" if progress else "")


def summary_lines(known: Collection[Exercise], paths: Sequence[Path]) -> Iterator[str]:
    """Yield a line for each learner, and one for each exercise that a learner tried."""
    read = {path: read_progress(path) for path in paths}
    yield f"{'learner':24} done of {len(known)}   checks   hints"
    for path, progress in read.items():
        done = sum(progress[each.name].is_done for each in known if each.name in progress)
        checks = sum(each.checks for each in progress.values())
        hints = sum(each.hints for each in progress.values())
        yield f"{path.stem:24} {done:10}   {checks:6}   {hints:5}"
    names = {each.name for each in known}
    others = {name for progress in read.values() for name in progress} - names
    if others:
        yield ""
        yield f"{len(others)} exercises of another list are left out: add --from LIST"
    yield ""
    yield f"{'exercise':24} tried by   done by   checks   hints"
    for exercise in known:
        tried = [p[exercise.name] for p in read.values() if exercise.name in p]
        if tried:
            done = sum(each.is_done for each in tried)
            checks, hints = sum(t.checks for t in tried), sum(t.hints for t in tried)
            yield f"{exercise.name:24} {len(tried):8}   {done:7}   {checks:6}   {hints:5}"
