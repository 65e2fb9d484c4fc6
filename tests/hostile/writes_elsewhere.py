"""Writes where others look: a folder open to all, the user's file, its own folder."""

from pathlib import Path

from _hostile import HERE, OUTSIDE, attempt, behave

ATTEMPTS = ["WRITES_FILES"]
VERDICT = "conforms"
HARMLESS = True


def wrote(path: Path) -> bool:
    with path.open("a") as file:
        return bool(file.write("x"))


attempt("WRITES_FILES", lambda: wrote(Path(OUTSIDE["folder"]) / "written"))
attempt("WRITES_FILES", lambda: wrote(Path(OUTSIDE["file"])))
attempt("WRITES_FILES", lambda: wrote(HERE / "written"))
attempt("WRITES_FILES", lambda: Path(OUTSIDE["file"]).rename(HERE / "moved"))
behave()
