"""Judges that only pretend, to try how submissions are handed out and how results are kept.

They tell a file, named by their settings, about every submission that they take on.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from modcheck.grading.row import GradeRow, Result, SubmissionStatus, result


def honest(submission: Mapping[str, Any], settings: Mapping[str, Any], room: Path) -> Result:
    """Counts the bytes of what was handed in."""
    tell(submission, settings)
    time.sleep(settings.get("seconds", 0.0))
    size = sum(file.stat().st_size for file in Path(submission["place"]).iterdir())
    return result(
        GradeRow(SubmissionStatus.CONFORMS, passes=size, message=f"{size} bytes"), "fine\n" * 200
    )


def capricious(submission: Mapping[str, Any], settings: Mapping[str, Any], room: Path) -> Result:
    """Comes to grief over some submissions, according to what they are called."""
    tell(submission, settings)
    match submission["name"].partition("-")[0]:
        case "hangs":
            time.sleep(3600)
        case "dies":
            os._exit(7)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "assassin":
            os.kill(os.getppid(), signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
        case "witness":
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(3600)
        case "unlucky" if names_told(settings).count(submission["name"]) == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        case "raises":
            raise ValueError("two\nlines")
        case "exits":
            sys.exit(3)
        case "built":
            return result(GradeRow(SubmissionStatus.NOT_BUILT, message="no compiler"))
        case "wrong":
            return result(GradeRow(SubmissionStatus.DEVIATES, message="it is wrong"))
        case "prints":
            print("this is no answer", flush=True)
        case "full":
            raise OSError(28, "No space left on device")
        case "litters":
            (room / "litter").write_text("x")
            subprocess.run(["mktemp"], check=True)
        case "stubborn":
            for _ in range(3):
                with suppress(BaseException):
                    tell(submission, settings)
                    time.sleep(3600)
    return honest(submission, {}, room)


def tell(submission: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Write down that a submission was taken on."""
    if "told" in settings:
        with Path(settings["told"]).open("a", encoding="utf-8") as stream:
            stream.write(submission["name"] + "\n")


def names_told(settings: Mapping[str, Any]) -> list[str]:
    """The submissions that were taken on."""
    return Path(settings["told"]).read_text(encoding="utf-8").split()
