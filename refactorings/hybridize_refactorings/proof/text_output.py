"""What the command prints, compared: numbers with tolerance, and without what varies by itself."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TIME = re.compile(
    r"\d+(?:[.:]\d+)*\s*(?:s|ms|us|µs|ns|sec(?:ond)?s?|min(?:ute)?s?|h|it/s|steps?/s|s/step|ms/step)\b"
    r"(?:\s*\((?:\d+ days?, )?\d+:\d\d:\d\d\))?"  # pytest says it by the clock, too, from a minute on
)
_LINE = re.compile(r"(\.py:|\bline )\d+")  # an edit moves lines, and tracebacks and warnings tell
_RULE = re.compile(r"([-=_*#. ])\1+")
_TENSORFLOW = re.compile(
    r"^(WARNING:tensorflow|WARNING:absl|INFO:tensorflow|\d{4}-\d\d-\d\d [\d:.]+: [IWE] )"
)
RELATIVE = 1e-3  # printed numbers are rounded, and so is what was computed from


def said_difference(a: str, b: str) -> str | None:
    """How what one call printed differs, in one clause; None when it is the same but for float rounding."""
    old, new = _lines(a), _lines(b)
    for before, after in zip(old, new, strict=False):
        if _line_gap(before, after):
            return f"printed {after[:60]!r} instead of {before[:60]!r}"
    if len(old) > len(new):
        return f"did not print {old[len(new)][:60]!r}"
    return f"printed {new[len(old)][:60]!r}, too" if len(new) > len(old) else None


def output_difference(first: str, second: str, edited: str) -> tuple[str | None, int]:
    """(how the output of the edited program differs from two outputs of the original, lines compared).

    Lines and numbers in which the two differ vary by themselves and are not compared.
    """
    a, b, c = _lines(first), _lines(second), _lines(edited)
    if len(a) != len(b):
        return None, 0
    varying = {number for number, (x, y) in enumerate(zip(a, b, strict=True)) if _line_gap(x, y)}
    stable = [line for number, line in enumerate(a) if number not in varying]
    if len(c) == len(a):
        for number, (x, z) in enumerate(zip(a, c, strict=True)):
            if number not in varying and _line_gap(x, z):
                return f"line {number + 1} of the output is {z[:80]!r}, and was {x[:80]!r}", len(stable)
        return None, len(stable)
    if varying:
        return None, 0  # lines cannot be told from each other
    return f"the output has {len(c)} lines, and had {len(a)}", len(stable)


def _lines(text: str) -> list[str]:
    lines = [_steady(line.rsplit("\r", 1)[-1]) for line in text.splitlines()]
    return [line for line in lines if line and not _TENSORFLOW.match(line)]


def _steady(line: str) -> str:
    """Without times, line numbers, and the lengths of ruled lines."""
    return _RULE.sub(r"\1", _LINE.sub(r"\1N", _TIME.sub("TIME", line))).rstrip()


def _line_gap(a: str, b: str) -> bool:
    """Whether two lines differ by more than the rounding of numbers."""
    if a == b:
        return False
    if _NUMBER.sub("0", a) != _NUMBER.sub("0", b):
        return True
    pairs = zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True)
    return any(not _close(x, y) for x, y in pairs)


def _close(a: str, b: str) -> bool:
    if a == b:
        return True
    x, y = float(a), float(b)
    if not (set(".eE") & set(a + b)):
        return x == y
    digits = min(len(a.partition(".")[2]), len(b.partition(".")[2]))
    last = 10.0**-digits if digits and not set("eE") & set(a + b) else 0.0
    return abs(x - y) <= RELATIVE * max(abs(x), abs(y)) + 1.5 * last
