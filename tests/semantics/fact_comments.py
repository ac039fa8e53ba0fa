"""Case programs whose comments state facts of functions, in the words of the JSON contract.

On the line of a `def`: `# fact: tensor_parameter=true traces=2 refusals=python-output x:tensor:float32:[2,3]`.
`name=value` is a field of the function (`refusals` with commas, `-` for none), `name:kind:dtype:shape` a parameter, from
which parts may be left off at the end; `?` is a dtype or shape that is not known.  `# fact: absent` says that
the report has no such function.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import FunctionReport, Report
from hybridize_analyzer.workspace.sources import SourceFile

_COMMENT = re.compile(r"^(?P<code>\s*(async\s+)?def\s+.*?)\s*#\s*fact:\s*(?P<facts>.*?)\s*$")
_FIELD = re.compile(r"(?P<name>\w+)=(?P<value>\S+)")


@dataclass(frozen=True, slots=True)
class Stated:
    """The facts stated on one line of one file."""

    path: str
    line: int
    facts: tuple[str, ...]


def root_of(case: Path) -> Path:
    """The root of the project that a case is."""
    return case.parent if case.is_file() else case


def sources_of(case: Path) -> list[SourceFile]:
    """The files of a case: the case itself, or everything in its folder."""
    files = [case] if case.is_file() else sorted(case.rglob("*.py"))
    root = root_of(case)
    raw = [(path, path.read_bytes()) for path in files]
    return [SourceFile(p, p.relative_to(root).as_posix(), b.decode(), "utf-8", b) for p, b in raw]


@cache
def analysed(case: Path) -> Report:
    """What the analysis says of a case, for all tests that only look."""
    return analyze(root_of(case), sources_of(case))


def stated_in(source: SourceFile) -> Iterator[Stated]:
    """Every `# fact:` comment of one file."""
    for number, line in enumerate(source.text.splitlines(), 1):
        found = _COMMENT.match(line)
        if found:
            yield Stated(source.relative, number, tuple(found["facts"].split()))


def observed(stated: Stated, function: FunctionReport | None) -> Stated:
    """The same facts as the analysis sees them."""
    if function is None:
        return Stated(stated.path, stated.line, ("absent",))
    return Stated(stated.path, stated.line, tuple(_fact(word, function) for word in stated.facts))


def _fact(word: str, function: FunctionReport) -> str:
    field = _FIELD.fullmatch(word)
    if field:
        return f"{field['name']}={_text(getattr(function, field['name']))}"
    name, *parts = word.split(":")
    parameter = next((p for p in function.parameters if p.name == name), None)
    if parameter is None:
        return f"{name}:absent"
    shape = parameter.shape.replace(" ", "") if parameter.shape else "?"
    known = (parameter.kind, parameter.dtype or "?", shape)
    return ":".join((name, *known[: len(parts)]))


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "-"
    return value.replace(" ", "") if isinstance(value, str) else json.dumps(value)


def rewrite(source: SourceFile, found: Iterable[Stated]) -> None:
    """Writes the facts as they were found; the programs stay."""
    lines = source.text.splitlines()
    for stated in found:
        match = _COMMENT.match(lines[stated.line - 1])
        assert match
        lines[stated.line - 1] = f"{match['code']}  # fact: {' '.join(stated.facts)}"
    source.path.write_text("\n".join(lines) + "\n", encoding="utf-8")
