"""Packages of npm that tests use: fetched once for a run, or a test is skipped with the reason."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest


def npm_package(name: str, version: str, folder: Path) -> Path:
    """Return the folder into which npm has fetched the files at the top of a package."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    command = [npm, "pack", f"{name}@{version}", "--pack-destination", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode:
        pytest.skip(f"npm cannot fetch {name} {version}")
    with tarfile.open(folder / f"{name}-{version}.tgz") as archive:
        for member in archive.getmembers():
            content = archive.extractfile(member)
            if content is not None and len(Path(member.name).parts) == 2:
                (folder / Path(member.name).name).write_bytes(content.read())
    return folder
