"""Programs that were cut off, or whose bytes were changed: told what is wrong with them, or analysed; never a fault.

`HYBRIDIZE_SOURCES=3000` draws so many (docs/measured/hostile-input.md).
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hybridize_cli.main import execute

MODELS = Path(__file__).resolve().parents[2] / "corpus/models"
LONGEST = 20.0
"""Seconds of the processor that one program may take."""
PIECES = [
    *(
        "def ",
        "class ",
        "return ",
        "async ",
        "await ",
        "yield ",
        "lambda: ",
        "if ",
        "match x:\n",
        "None",
        "self.",
    ),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        "\n",
        "    ",
        "\t",
        "\x0c",
        "\0",
        "*",
        "**",
        "\\",
        "'",
        '"""',
        "#",
        "@",
        "=",
    ),
    *("tf.function", "é", "𝒻"),
]


def damaged(count: int) -> Iterator[bytes]:
    """Files of the bundled models: cut off, or with bytes changed, dropped, doubled, and words put between."""
    chance, sources = random.Random(7), [path.read_bytes() for path in sorted(MODELS.rglob("*.py"))]
    for turn in range(count):
        content = bytearray(chance.choice(sources))
        if turn % 4 == 0:
            yield bytes(content[: chance.randrange(len(content))])
            continue
        for _ in range(chance.choice((1, 2, 5, 20))):
            at, kind = chance.randrange(len(content) + 1), chance.randrange(4)
            if kind == 0:
                content[at : at + 1] = bytes([chance.randrange(256)])
            elif kind == 1:
                del content[at : at + chance.randrange(1, 40)]
            elif kind == 2:
                content[at:at] = chance.choice(PIECES).encode()
            else:
                content[at:at] = content[at : at + chance.randrange(1, 200)]
        yield bytes(content)


def test_damaged_sources_are_told_or_analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, count = tmp_path / "program.py", int(os.environ.get("HYBRIDIZE_SOURCES", "30"))
    codes: Counter[int] = Counter()
    slowest = 0.0
    for content in damaged(count):
        path.write_bytes(content)
        began = time.process_time()
        codes[
            execute(
                ["fix", "--diff", "--unsafe", "--no-cache", "--isolated", "--min-gain", "none", str(path)]
            )
        ] += 1
        took = time.process_time() - began
        told = "".join(capsys.readouterr())
        assert "Traceback" not in told, told
        assert "internal error" not in told, told
        assert took < LONGEST, f"{took:.1f} s for {path}"
        slowest = max(slowest, took)
    print(f"{count} damaged sources: exit codes {dict(sorted(codes.items()))}, the slowest {slowest:.1f} s")
    assert set(codes) <= {0, 1, 2}
