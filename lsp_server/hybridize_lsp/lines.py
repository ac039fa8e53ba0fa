"""Lines of a text as Python and the protocol count them."""

from __future__ import annotations

import re
from functools import lru_cache

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


@lru_cache(maxsize=64)
def split_lines(text: str) -> tuple[str, ...]:
    r"""Lines with their ends, split at `\n`, `\r\n` and `\r`, and nowhere else."""
    if "\r" not in text:
        *ended, rest = text.split("\n")
        return (*[f"{line}\n" for line in ended], *([rest] if rest else []))
    return tuple(_LINE.findall(text))
