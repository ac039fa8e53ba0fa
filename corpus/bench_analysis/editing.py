"""`python -m corpus.bench_analysis.editing ROOT [EDITS]`: what it costs to follow edits, printed as JSON.

One process analyses all files, and then changes the bodies of functions, drawn with a
fixed seed, one after the other: a statement is added, and taken away again.  Every figure is CPU time of what an
editor waits for: parsing the new text, following the edit, and the report of the whole project.
"""

from __future__ import annotations

import ast
import json
import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median, quantiles

from hybridize_analyzer.report import Report
from hybridize_analyzer.session import Session
from hybridize_analyzer.workspace.reading import read_sources
from hybridize_analyzer.workspace.sources import SourceFile

_SEED = 7


@dataclass(frozen=True, slots=True)
class Editing:
    """CPU seconds.  first: before the first edit.  median, p95, worst: over the edits.  memory: MiB at the end."""

    first: float
    median: float
    p95: float
    worst: float
    edits: int
    memory: float


def main(root: Path, edits: int) -> Editing:
    """Follows `edits` edits in the files below `root`."""
    sources, _ = read_sources(sorted(root.rglob("*.py")), root)
    session, chance = Session(root), random.Random(_SEED)
    first, report = _timed(session, sources)
    costs: list[float] = []
    for index, text in _edits(sources, report, chance):
        changed = [*sources]
        changed[index] = replace(sources[index], text=text, raw=text.encode())
        costs += [_timed(session, files)[0] for files in (changed, sources)]
        if len(costs) >= edits:
            break
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Editing(first, median(costs), quantiles(costs, n=20)[-1], max(costs), len(costs), memory)


def _timed(session: Session, sources: Sequence[SourceFile]) -> tuple[float, Report]:
    started = time.process_time()
    report = session.report(sources)
    return time.process_time() - started, report


def _edits(sources: Sequence[SourceFile], report: Report, chance: random.Random) -> Iterator[tuple[int, str]]:
    """Files by their index, each with a text that has a statement more in one function."""
    places = {s.relative: i for i, s in enumerate(sources)}
    while True:
        function = chance.choice(report.functions)
        index = places[function.path]
        lines = sources[index].text.split("\n")
        for node in ast.walk(ast.parse(sources[index].text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.lineno == function.line:
                last = node.body[-1]
                if last.lineno > node.lineno:
                    new = " " * last.col_offset + "edited = True"
                    yield index, "\n".join([*lines[: last.lineno - 1], new, *lines[last.lineno - 1 :]])


if __name__ == "__main__":
    print(json.dumps(asdict(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100))))
