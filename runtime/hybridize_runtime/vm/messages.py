"""What two processes tell each other through a pipe: strings of bytes, each behind its length."""

from __future__ import annotations

from typing import IO

KERNEL, REFUSED = b"k", b"r"  # what an answer begins with
_SIZE = 8  # bytes of a length


def write(stream: IO[bytes], content: bytes) -> None:
    """Sends a message."""
    stream.write(len(content).to_bytes(_SIZE, "big") + content)
    stream.flush()


def read(stream: IO[bytes]) -> bytes | None:
    """The next message; None where the other side has ended."""
    header = stream.read(_SIZE)
    size = int.from_bytes(header, "big")
    content = stream.read(size) if len(header) == _SIZE else b""
    return content if len(header) == _SIZE and len(content) == size else None
