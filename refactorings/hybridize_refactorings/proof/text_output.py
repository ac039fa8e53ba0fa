"""What the command prints, compared: numbers with tolerance, and without what varies by itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TIME = re.compile(
    r"\d+(?:[.:]\d+)*\s*(?:s|ms|us|µs|ns|sec(?:ond)?s?|min(?:ute)?s?|h|it/s|steps?/s|s/step|ms/step)\b"
    r"(?:\s*\((?:\d+ days?, )?\d+:\d\d:\d\d\))?"  # pytest says it by the clock, too, from a minute on
)
_SAID_TIME = re.compile(
    r"\b(elapsed(?:[ _]time)?|took|duration|eta|(?:wall|run|training|total|execution)[ _]?time"
    r"|time[ _](?:taken|elapsed|spent|cost|used))"
    r"(\s*(?:is|was|[:=])?\s*)\d+(?:[.:]\d+)*(?:\s*\(\+?\d+(?:[.:]\d+)*\))?",
    re.IGNORECASE,
)
"""A time without a unit that a word in front of it names; `time` alone may be that of a simulation."""
_LINE = re.compile(r"(\.py:|\bline )\d+")  # an edit moves lines, and tracebacks and warnings tell
_RULE = re.compile(r"([-=_*#. ])\1+")
_TENSORFLOW = re.compile(
    r"^(WARNING:tensorflow|WARNING:absl|INFO:tensorflow|\d{4}-\d\d-\d\d [\d:.]+: [IWE] )"
)
RELATIVE = 1e-3  # printed numbers are rounded, and so is what was computed from
DRIFT = 10.0  # how many times as far as with other rounding of the original a number may drift


@dataclass(frozen=True, slots=True)
class OutputCompared:
    """difference: how the output of the edited program differs, or None.  lines: those compared.

    drifting: of these, lines with a number that is off by more than rounding, and by no more than `DRIFT` times what
    that number, or one before it in the same kind of line, is off where only the original rounds otherwise.
    """

    difference: str | None
    lines: int
    drifting: int = 0


def said_difference(a: str, b: str) -> str | None:
    """How what one call printed differs, in one clause; None when it is the same but for float rounding."""
    old, new = _lines(a), _lines(b)
    for before, after in zip(old, new, strict=False):
        if _line_gap(before, after):
            return f"printed {after[:60]!r} instead of {before[:60]!r}"
    if len(old) > len(new):
        return f"did not print {old[len(new)][:60]!r}"
    return f"printed {new[len(old)][:60]!r}, too" if len(new) > len(old) else None


def output_compared(first: str, second: str, edited: str, rounded: Sequence[str] = ()) -> OutputCompared:
    """What the edited program prints beside two outputs of the original, and those of it when it rounds otherwise.

    Lines and numbers in which the two differ vary by themselves and are not compared, and so are lines that become others
    when the original rounds otherwise.
    """
    a, b, c = _lines(first), _lines(second), _lines(edited)
    others = [_lines(text) for text in rounded]
    if len(a) != len(b) or any(len(other) != len(a) for other in others):
        return OutputCompared(None, 0)
    varying = {number for number, (x, y) in enumerate(zip(a, b, strict=True)) if _line_gap(x, y)}
    varying |= {n for n, x in enumerate(a) if any(_words(other[n]) != _words(x) for other in others)}
    lines = len(a) - len(varying)
    if len(c) != len(a):
        if varying:
            return OutputCompared(None, 0)  # lines cannot be told from each other
        return OutputCompared(f"the output has {len(c)} lines, and had {len(a)}", lines)
    drift, drifting = _Drift(), 0
    for number, (x, z) in enumerate(zip(a, c, strict=True)):
        if number in varying:
            continue
        drift.learn(x, [other[number] for other in others])
        if _line_gap(x, z):
            if not drift.explains(x, z):
                text = f"line {number + 1} of the output is {z[:80]!r}, and was {x[:80]!r}"
                return OutputCompared(text, lines, drifting)
            drifting += 1
    return OutputCompared(None, lines, drifting)


class _Drift:
    """How far the numbers in each kind of line have been off until now, where the original rounds otherwise."""

    def __init__(self) -> None:
        self._furthest: defaultdict[tuple[str, int], float] = defaultdict(float)

    def learn(self, line: str, rounded: Sequence[str]) -> None:
        """Looks at one more line, and at what stands in its place when the original rounds otherwise."""
        for other in rounded:
            for where, off in _offsets(line, other):
                self._furthest[where] = max(self._furthest[where], off)

    def explains(self, line: str, edited: str) -> bool:
        """Whether no number of an edited line is further off than drift makes it."""
        return _words(line) == _words(edited) and all(
            off <= DRIFT * self._furthest[where] for where, off in _offsets(line, edited)
        )


def _offsets(a: str, b: str) -> list[tuple[tuple[str, int], float]]:
    """How far each number of a line is off, in relation to its size and past the rounding of its last digit."""
    pairs = zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True)
    return [((_words(a), n), _offset(x, y)) for n, (x, y) in enumerate(pairs)]


def _offset(a: str, b: str) -> float:
    if a == b:
        return 0.0
    x, y = float(a), float(b)
    return max(0.0, abs(x - y) - _last_digit(a, b)) / max(abs(x), abs(y))


def _words(line: str) -> str:
    """A line without its numbers."""
    return _NUMBER.sub("0", line)


def _lines(text: str) -> list[str]:
    lines = [_steady(line.rsplit("\r", 1)[-1]) for line in text.splitlines()]
    return [line for line in lines if line and not _TENSORFLOW.match(line)]


def _steady(line: str) -> str:
    """Without times, line numbers, the lengths of ruled lines, and the steps back of a bar of progress."""
    line = line.replace("\b", "")
    line = _SAID_TIME.sub(r"\1\2TIME", _TIME.sub("TIME", line))
    return _RULE.sub(r"\1", _LINE.sub(r"\1N", line)).rstrip()


def _line_gap(a: str, b: str) -> bool:
    """Whether two lines differ by more than the rounding of numbers."""
    if a == b:
        return False
    if _words(a) != _words(b):
        return True
    pairs = zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True)
    return any(not _close(x, y) for x, y in pairs)


def _close(a: str, b: str) -> bool:
    if a == b:
        return True
    x, y = float(a), float(b)
    if not (set(".eE") & set(a + b)):
        return x == y
    return abs(x - y) <= RELATIVE * max(abs(x), abs(y)) + _last_digit(a, b)


def _last_digit(a: str, b: str) -> float:
    """How far two printed numbers may be apart because digits were left out."""
    digits = min(len(a.partition(".")[2]), len(b.partition(".")[2]))
    return 1.5 * 10.0**-digits if digits and not set("eE") & set(a + b) else 0.0
