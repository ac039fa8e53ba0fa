"""How much of what authors made graphs the analysis wants back, and how much of what it wants first is theirs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from corpus.recovery.asking import Answer, Asked
from corpus.recovery.trees import AuthorGraph, Tree, is_test

_Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Miss:
    """A graph of the author that is not wanted back.  refusals: rules; reasons: what each of them says, with a place."""

    path: str
    line: int
    qualname: str
    verdict: str
    refusals: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What was found in one repository.  Graphs in tests count in `in_tests` and nowhere else.

    graphs: written by the authors.  wanted: of these, verdict `convert`; safe, reported: of those.  paying: expected
    gain medium or high.  ranked: how many of the best-ranked findings were looked at, at most `graphs`; theirs: how many
    of those are graphs of the author, contain one or are contained in one.  with_packages: wanted where the packages that
    the program imports are installed; None where that was not asked.
    """

    name: str
    graphs: int
    wanted: int
    safe: int
    reported: int
    paying: int
    undetermined: int
    ranked: int
    theirs: int
    findings: int
    in_tests: int
    lambdas: int
    elsewhere: int
    lines: int
    cpu: float
    memory: int
    failure: str | None
    misses: tuple[Miss, ...]
    with_packages: int | None = None


def score(name: str, tree: Tree, answer: Answer) -> Score:
    """Compares the authors' graphs with what the analysis says of the tree without them."""
    graphs = [graph for graph in tree.graphs if not graph.in_test]
    said = {(f.path, f.line): f for f in answer.functions}
    found = [said.get((graph.path, graph.line)) for graph in graphs]
    wanted = [f for f in found if f is not None and f.verdict == "convert"]
    findings = ranked(answer.functions)
    first = findings[: len(graphs)]
    related = _related({(g.path, g.line) for g in graphs}, answer.functions)
    return Score(
        name=name,
        graphs=len(graphs),
        wanted=len(wanted),
        safe=sum(f.safe for f in wanted),
        reported=sum(f.reported for f in wanted),
        paying=sum(f.gain in ("medium", "high") for f in wanted),
        undetermined=sum(f is not None and f.verdict == "undetermined" for f in found),
        ranked=len(first),
        theirs=sum((f.path, f.line) in related for f in first),
        findings=len(findings),
        in_tests=len(tree.graphs) - len(graphs),
        lambdas=tree.lambdas,
        elsewhere=tree.elsewhere,
        lines=tree.lines,
        cpu=answer.cpu,
        memory=answer.memory,
        failure=answer.failure,
        misses=tuple(_misses(zip(graphs, found, strict=True), answer.failure)),
    )


def ranked(functions: Iterable[Asked]) -> list[Asked]:
    """What `check` offers to make graphs outside tests, in its order: those with most to gain first."""
    offered = [(f.rank, f) for f in functions if f.rank is not None and not is_test(f.path)]
    return [f for _, f in sorted(offered, key=lambda each: each[0])]


def refusals(misses: Iterable[Miss]) -> list[tuple[str, int, int]]:
    """For each rule, how many missed graphs it blocks, and how many of these it blocks alone; the most first."""
    together: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for miss in misses:
        rules = set(miss.refusals)
        together.update(rules)
        if len(rules) == 1:
            alone.update(rules)
    return sorted(
        ((rule, n, alone[rule]) for rule, n in together.items()), key=lambda each: (-each[1], each[0])
    )


def _misses(pairs: Iterable[tuple[AuthorGraph, Asked | None]], failure: str | None) -> Iterator[Miss]:
    for graph, found in pairs:
        if found is None:
            why = "not analysed" if failure is None else failure
            yield Miss(graph.path, graph.line, graph.qualname, why, (), ())
        elif found.verdict != "convert":
            yield Miss(graph.path, graph.line, graph.qualname, found.verdict, found.refusals, found.reasons)


def _related(graphs: Set[_Place], functions: Sequence[Asked]) -> Set[_Place]:
    """What is one of `graphs`, contains one or is contained in one: by calls over any distance, or in the text."""
    below = _contents(functions)
    above: dict[_Place, set[_Place]] = defaultdict(set)
    for outer, inner in below.items():
        for each in inner:
            above[each].add(outer)
    return _reached(graphs, below) | _reached(graphs, above)


def _contents(functions: Sequence[Asked]) -> dict[_Place, set[_Place]]:
    """For each function those that it calls, and those that are defined in it."""
    by_path: dict[str, list[Asked]] = defaultdict(list)
    for function in functions:
        by_path[function.path].append(function)
    found: dict[_Place, set[_Place]] = defaultdict(set)
    for function in functions:
        place = (function.path, function.line)
        outer = {_around(by_path[path], line) for path, line in function.sites}
        lexical = _around([f for f in by_path[function.path] if f is not function], function.line)
        for each in {*outer, lexical, *function.callers} - {None, place}:
            if each is not None:
                found[each].add(place)
    return found


def _around(functions: Iterable[Asked], line: int) -> _Place | None:
    """The innermost function that contains a line."""
    around = [f for f in functions if f.line <= line <= f.end]
    innermost = max(around, key=lambda f: f.line, default=None)
    return None if innermost is None else (innermost.path, innermost.line)


def _reached(starts: Set[_Place], edges: dict[_Place, set[_Place]]) -> set[_Place]:
    seen, pending = set(starts), list(starts)
    while pending:
        for each in edges.get(pending.pop(), ()):
            if each not in seen:
                seen.add(each)
                pending.append(each)
    return seen
