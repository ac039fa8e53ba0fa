"""What is not ours to print: names of files, code and messages, made harmless for terminals and logs.

A control character in a name could move the cursor, or begin a line that a service takes for a command.
"""

from __future__ import annotations

import re

_LINE_BREAKS = re.compile(r"\s*[\r\n]+\s*")
_CONTROL_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
# C1 controls drive terminals as escape sequences do, separators break lines, and bidirectional controls show
# code in another order than it runs.
_HIDDEN = dict.fromkeys([*range(0x80, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
_VISIBLE = _CONTROL_PICTURES | _HIDDEN


def printable(text: str) -> str:
    """`text` with every control character replaced by one visible character, tabs included."""
    return text.translate(_VISIBLE)


def sentence(text: str) -> str:
    """`text` on one line, printable."""
    return printable(_LINE_BREAKS.sub(" ", text.strip()))
