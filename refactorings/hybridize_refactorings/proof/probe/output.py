"""What is printed while a call runs: the streams stay the objects they are, and their `write` is overheard."""

from __future__ import annotations

import sys
from typing import Any

LONGEST = 4000  # characters that are kept of one call


def listen() -> Overheard:
    return Overheard()


class Overheard:
    """From its making to `stop`, what Python writes to standard output and standard error."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._streams = [s for s in {id(s): s for s in (sys.stdout, sys.stderr)}.values() if self._attach(s)]

    def _attach(self, stream: Any) -> bool:
        if stream is None or "write" in getattr(stream, "__dict__", {"write": None}):
            return False  # nothing can be set on it, or somebody has done the same
        write, texts = stream.write, self._texts

        def heard(text: Any) -> Any:
            if isinstance(text, str):
                texts.append(text)
            return write(text)

        try:
            stream.write = heard
        except (AttributeError, TypeError):
            return False
        return True

    def stop(self) -> str:
        """What was written."""
        for stream in self._streams:
            stream.__dict__.pop("write", None)
        return "".join(self._texts)[:LONGEST]
