"""Repairs of functions, and the files with the repairs in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from hybridize_analyzer.report import GAINS, Applicability, FunctionReport
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.imports import import_splice, joined_imports
from hybridize_refactorings.lines import BOM
from hybridize_refactorings.repairs.repair import Mend
from hybridize_refactorings.splices import Splice, apply_splices
from hybridize_refactorings.subjects import Module, module_of
from hybridize_refactorings.verification import unchanged_outside

Key = tuple[str, str, int]
RUNTIME = "hybridize_runtime"
_PLACES = re.compile(r" \(lines? [\d, and]+\)| (?:as )?at [^\s,;()]+:\d+(?::\d+)?")


@dataclass(frozen=True, slots=True)
class Repaired:
    """Repairs of one function that leave it (or its helper) convertible.

    line: of `def` in the text before.  targets: qualified names of what can be converted then: the function itself, or the
    parts that are taken out of it; none where nothing is.
    rule, owner: of an edit that batches calls, the rule, and path and qualified name of the function that it speaks of.
    cell: the function itself becomes a cell, so that its calls run together.
    region: first and last line of what it puts into a scope, or makes one call of, None where it does neither; inside: path
    and line of the functions that are called from there, whose calls then run together, or not at all.
    group: name of the edits that batch the same calls, which are worth something together only; "" where nobody asked.
    gain: expected of what can be converted then; None where that has not been asked.
    assumed: what the verdict takes for granted then, and nobody has accepted.
    """

    path: str
    qualname: str
    line: int
    targets: tuple[str, ...]
    mends: tuple[Mend, ...]
    rule: str = ""
    owner: tuple[str, str] = ("", "")
    cell: bool = False
    region: tuple[int, int] | None = None
    inside: frozenset[tuple[str, int]] = frozenset()
    group: str = ""
    gain: str | None = None
    assumed: tuple[str, ...] = ()

    @property
    def needs(self) -> str:
        """The package that the edited program needs and the original did not, or ""."""
        return RUNTIME if self.rule else ""

    @property
    def differences(self) -> tuple[str, ...]:
        """What is another afterwards, and what is taken for granted, each in a clause.

        They name no lines: what is assumed is said of the text after the repair, which nobody has before it.
        """
        changed = (mend.difference for mend in self.mends if mend.difference)
        assumed = (f"assumes that {_PLACES.sub('', text)}" for text in self.assumed)
        return tuple(dict.fromkeys((*changed, *assumed)))

    @property
    def applicability(self) -> Applicability:
        """Of the repairs, and of what can be converted then as far as that has been asked."""
        safe = not self.assumed and all(mend.applicability is Applicability.SAFE for mend in self.mends)
        return Applicability.SAFE if safe else Applicability.UNSAFE


def judged(repaired: Repaired, targets: Sequence[FunctionReport]) -> Repaired:
    """Repairs, with what is said then of the functions that can be converted: the most that one of them gains."""
    texts = (
        each.message
        for target in targets
        for each in target.assumptions
        if not (target.safe or each.accepted)
    )
    gain = max((target.gain for target in targets), key=_rank, default=None)
    return replace(repaired, gain=gain, assumed=tuple(dict.fromkeys(texts)))


def _rank(gain: str | None) -> int:
    return -1 if gain is None else GAINS.index(gain)


def together(first: Repaired, then: Repaired) -> Repaired:
    """Two repairs of one function in one text, of which the second takes out what the first leaves."""
    gain = max(first.gain, then.gain, key=_rank)
    assumed = tuple(dict.fromkeys((*first.assumed, *then.assumed)))
    mends, targets = (*first.mends, *then.mends), (*first.targets, *then.targets)
    return replace(first, mends=mends, targets=targets, gain=gain, assumed=assumed)


def repaired_by(function: FunctionReport, mends: tuple[Mend, ...]) -> Repaired:
    """A function with its repairs, and what can be converted then."""
    helper = next((mend.helper for mend in mends if mend.helper), None)
    target = function.qualname if helper is None else helper.qualname
    return Repaired(function.path, function.qualname, function.line, (target,), mends)


def repaired_sources(sources: Mapping[str, SourceFile], repairs: Iterable[Repaired]) -> dict[str, SourceFile]:
    """The files with the repairs in them.  Files whose text would not hold them exactly stay as they are."""
    by_path: dict[str, list[Mend]] = {}
    for each in repairs:
        by_path.setdefault(each.path, []).extend(each.mends)
    return {path: _edited(source, by_path.get(path, [])) for path, source in sources.items()}


def _edited(source: SourceFile, mends: Sequence[Mend]) -> SourceFile:
    if not mends:
        return source
    bom = BOM if source.text.startswith(BOM) else ""
    module = module_of(source.text[len(bom) :])
    splices = splices_of(module, mends)
    text = apply_splices(module.text, splices)
    lines = {module.text.count("\n", 0, splice.start) + 1 for splice in splices}
    if not unchanged_outside(module.tree, text, lines):
        return source
    text = bom + text
    return replace(source, text=text, raw=text.encode(source.encoding, "surrogateescape"))


def splices_of(module: Module, mends: Sequence[Mend]) -> list[Splice]:
    """All splices of mends of one file, imports first.  Functions may share a mend, which counts once."""
    statements = joined_imports(added.statement for mend in mends for added in mend.added)
    once = dict.fromkeys(mend.splices for mend in mends)
    return [
        *(import_splice(module.syntax, statement) for statement in statements),
        *(splice for group in once for splice in group),
    ]


def keyed(functions: Iterable[FunctionReport]) -> dict[Key, FunctionReport]:
    """By path, qualified name, and number among those of the same name: edits move lines, and keep this."""
    found: dict[Key, FunctionReport] = {}
    for each in sorted(functions, key=lambda each: (each.path, each.line)):
        number = 0
        while (each.path, each.qualname, number) in found:
            number += 1
        found[each.path, each.qualname, number] = each
    return found


def overlap(splices: Iterable[Splice], others: Sequence[Splice]) -> bool:
    """Whether a splice of one group touches text that one of the other replaces."""
    return any(
        (a.start < b.end and b.start < a.end) or (a.start == b.start and a.end > a.start and b.end > b.start)
        for a in splices
        for b in others
    )


def inside_graphs(functions: Iterable[FunctionReport]) -> frozenset[tuple[str, int]]:
    """Path and line of the functions that may run inside a graph: hybrid ones, with unseen callers, what these call."""
    reports = {(each.path, each.line): each for each in functions}
    found = {
        where
        for where, each in reports.items()
        if each.hybrid or each.callers is None or "already-in-graph" in each.refusals
    }
    while joined := {
        where for where, each in reports.items() if where not in found and found & set(each.callers or ())
    }:
        found |= joined
    return frozenset(found)
