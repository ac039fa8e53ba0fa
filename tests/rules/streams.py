"""Both output streams of the process, whoever writes to them."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class Output:
    """Catches both output streams of the process, whoever writes to them, while it is entered."""

    def __init__(self, folder: Path) -> None:
        self._paths = [folder / "out", folder / "err"]
        self.text: tuple[str, ...] = ()

    def __enter__(self) -> Output:
        sys.stdout.flush()
        self._saved = [os.dup(1), os.dup(2)]
        for stream, path in enumerate(self._paths, start=1):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(handle, stream)
            os.close(handle)
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        for stream, saved in enumerate(self._saved, start=1):
            os.dup2(saved, stream)
            os.close(saved)
        self.text = tuple(p.read_text(errors="replace") for p in self._paths)
