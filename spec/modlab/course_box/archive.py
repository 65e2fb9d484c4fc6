"""Archives whose bytes depend on their files only: not on the time, the machine or the order."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that an archive can say."""


def is_script(content: bytes) -> bool:
    """Whether a file is to be executable: its first line names what runs it."""
    return content.startswith(b"#!")


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of files, by their paths in it."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix: only then does the mode count
            entry.external_attr = (0o100755 if is_script(content) else 0o100644) << 16
            packed.writestr(entry, content)
    return stream.getvalue()
