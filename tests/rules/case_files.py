"""Case files: small programs whose comments say what the analysis expects and what TensorFlow does.

On the line of a `def`: `# expect: HYB102 "regex"` (several with commas), `convert`, `convert unsafe`,
`remove`, `remove unsafe`, `reconfigure`, `keep` (a `tf.function` without hazards) or `undetermined` (optionally with codes).
On that line or above it: `# tf: same`, `differs` or `raises TYPE "text"`, and `traces N`, or both; `as written` behind it
for a function that the program itself wraps by `tf.function(f)`.  `# tf_keras:` says what differs under tf_keras (Keras 2).
An empty comment (`# expect:`) is filled in by `UPDATE_CASES=1`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

EDITS = ("convert", "remove", "reconfigure")
Definition = ast.FunctionDef | ast.AsyncFunctionDef
_COMMENT = re.compile(r"(?P<before>.*?)\s*#\s*(?P<kind>expect|tf_keras|tf):\s*(?P<text>[^#\n]*?)\s*(?=#|$)")
_CODE = re.compile(r'(HYB\d+)(?:\s+"([^"]*)")?')
_RAISES = re.compile(r'raises\s+(\w+)(?:\s+"([^"]*)")?')
_TRACES = re.compile(r"traces\s+(\d+)")


@dataclass(frozen=True, slots=True)
class Expectation:
    """verdict: `convert`, `remove`, `reconfigure`, `keep` or `undetermined`; codes: rule code -> regex of its message."""

    verdict: str
    unsafe: bool
    codes: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        codes = ", ".join(f'{code} "{text}"' if text else code for code, text in self.codes)
        if self.verdict == "keep" and codes:
            return codes
        return " ".join(part for part in (self.verdict, "unsafe" if self.unsafe else "", codes) if part)


@dataclass(frozen=True, slots=True)
class Claim:
    """outcome: `same`, `differs`, `raises`, or "" (only traces are claimed); traces: number or None.

    written: about the program as it is, with all its `tf.function`s, against one that runs them eagerly.
    """

    outcome: str
    error: str = ""
    text: str = ""
    traces: int | None = None
    written: bool = False

    def __str__(self) -> str:
        outcome = f'raises {self.error} "{self.text}"' if self.outcome == "raises" else self.outcome
        traces = "" if self.traces is None else f"traces {self.traces}"
        return ", ".join(part for part in (outcome, traces) if part) + " as written" * self.written


@dataclass(frozen=True, slots=True)
class CaseFunction:
    """One function of a case; expect and the claims are None without a comment, and "" for an empty one."""

    qualname: str
    line: int
    top: int
    expect: Expectation | str | None
    claim: Claim | str | None
    keras2: Claim | str | None = None


def definitions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Definition]]:
    """Every function under its qualified name, outer ones first."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + node.name, node
            yield from definitions(node.body, f"{prefix}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            yield from definitions(node.body, f"{prefix}{node.name}.")
        else:
            for field in ("body", "orelse", "finalbody", "handlers"):
                yield from definitions(getattr(node, field, []), prefix)


def read_case(path: Path) -> tuple[CaseFunction, ...]:
    """The functions of one case file that have comments."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found = (_read_function(name, node, lines) for name, node in definitions(ast.parse(text).body))
    return tuple(f for f in found if (f.expect, f.claim, f.keras2) != (None, None, None))


def _top(node: Definition) -> int:
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


def _read_function(name: str, node: Definition, lines: list[str]) -> CaseFunction:
    top = _top(node)
    above = lines[_first_comment(lines, top) : top - 1]
    comments = {
        m["kind"]: m["text"] for line in (*above, lines[node.lineno - 1]) for m in _COMMENT.finditer(line)
    }
    expect, claim, keras2 = (comments.get(kind) for kind in ("expect", "tf", "tf_keras"))
    return CaseFunction(
        name,
        node.lineno,
        top,
        _expectation(expect) if expect else expect,
        _claim(claim) if claim else claim,
        _claim(keras2) if keras2 else keras2,
    )


def _first_comment(lines: list[str], top: int) -> int:
    """Index of the first of the claims above a definition that starts on line `top`."""
    first = top - 1
    while first > 0 and re.match(r"\s*#\s*(tf|tf_keras|expect):", lines[first - 1]):
        first -= 1
    return first


def _expectation(text: str) -> Expectation:
    codes = tuple((code, message) for code, message in _CODE.findall(text))
    word = text.split(maxsplit=1)[0]
    verdict = "keep" if _CODE.match(text) else word
    if verdict not in ("convert", "remove", "reconfigure", "keep", "undetermined"):
        raise ValueError(f"`# expect: {text}` is none of the verdicts or HYB codes")
    return Expectation(verdict, "unsafe" in text.split('"')[0].split(), codes)


def _claim(text: str) -> Claim:
    traces = _TRACES.search(text)
    count = int(traces[1]) if traces else None
    written = text.endswith("as written")
    raises = _RAISES.match(text)
    if raises:
        return Claim("raises", raises[1], raises[2], count, written)
    outcome = re.split(r"[\s,]", text)[0]
    if outcome == "traces" and count is not None:
        return Claim("", traces=count, written=written)
    if outcome not in ("same", "differs"):
        raise ValueError(f"`# tf: {text}` is none of same, differs or raises TYPE")
    return Claim(outcome, traces=count, written=written)


def rewrite(path: Path, functions: list[CaseFunction]) -> None:
    """Writes the comments of these functions as given; other text stays."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for function in sorted(functions, key=lambda f: -f.line):
        _rewrite_function(lines, function)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _rewrite_function(lines: list[str], function: CaseFunction) -> None:
    header = lines[function.line - 1]
    match = _COMMENT.match(header)
    code = match["before"] if match else header
    comment = f"  # expect: {function.expect}" if function.expect is not None else ""
    lines[function.line - 1] = f"{code}{comment}"
    first = _first_comment(lines, function.top)
    del lines[first : function.top - 1]
    indent = re.match(r"\s*", lines[first])
    claims = (("tf_keras", function.keras2), ("tf", function.claim))
    for kind, claim in claims:
        if claim is not None:
            lines.insert(first, f"{indent[0] if indent else ''}# {kind}: {claim}".rstrip())
