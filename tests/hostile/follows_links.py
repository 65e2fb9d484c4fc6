"""Follows the symbolic links that were handed in with it and lead out of its folder."""

from _hostile import HERE, attempt, behave

ATTEMPTS = ["READS_FILES", "WRITES_FILES"]
VERDICT = "conforms"
HARMLESS = True


def write() -> bool:
    with (HERE / "link-to-folder" / "written").open("w") as file:
        return bool(file.write("x"))


attempt("READS_FILES", lambda: (HERE / "link-to-file").read_bytes())
attempt("READS_FILES", lambda: list((HERE / "link-to-outside").iterdir()))
attempt("WRITES_FILES", write)
behave()
