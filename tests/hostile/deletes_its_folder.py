"""Deletes the folder that it is in, with all that belongs to it."""

from _hostile import HERE, attempt, behave

ATTEMPTS = ["WRITES_FILES"]
VERDICT = "conforms"
HARMLESS = True


def delete_files() -> bool:
    for path in HERE.iterdir():
        if path.is_file():
            path.unlink()
    return True


attempt("WRITES_FILES", delete_files)
behave()
