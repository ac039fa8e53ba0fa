"""The standard streams of a process that speaks a protocol on them."""

from __future__ import annotations

import os
import sys
from io import BufferedReader
from typing import BinaryIO


def take_streams() -> tuple[BufferedReader, BinaryIO]:
    """Input and output, for the caller alone; whatever else reads, here or below, gets nothing, and what prints the log."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, target
