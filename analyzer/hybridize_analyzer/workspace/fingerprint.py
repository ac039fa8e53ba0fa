"""Names a finding so that it is recognised after lines above it were added or removed."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from hybridize_analyzer.report import Finding

# Line numbers inside messages ("at train.py:88", "line 12") move with the text; sizes and counts do not.
_POSITION = re.compile(r"(?<=\.py):\d+(?::\d+)?|(?<=\bline )\d+|(?<=\blines )\d+(?:-\d+)?")
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=8192)
def normalise(message: str) -> str:
    """`message` without source positions and without runs of white space."""
    return _SPACE.sub(" ", _POSITION.sub("", message)).strip()


def fingerprints(findings: Iterable[Finding]) -> tuple[str, ...]:
    """One fingerprint per finding, in their order: 32 hexadecimal digits.

    It covers the rule, the path, the function and the message; findings alike in all of these are told apart
    by their order of appearance.
    """
    seen: Counter[tuple[str, str, str, str]] = Counter()
    result = []
    for finding in findings:
        key = (finding.rule, finding.location.path, finding.function or "", normalise(finding.message))
        result.append(_mark(key, seen[key]))
        seen[key] += 1
    return tuple(result)


@lru_cache(maxsize=8192)  # an editor asks for those of a file after every keystroke
def _mark(key: tuple[str, str, str, str], number: int) -> str:
    return hashlib.sha256(_bytes("\0".join((*key, str(number))))).hexdigest()[:32]


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")  # file names count as the bytes they are on disk
    except UnicodeEncodeError:  # a surrogate that stands for no byte, out of a string of the program
        return text.encode("utf-8", "surrogatepass")
