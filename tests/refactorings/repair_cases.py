"""Cases of repairs: a program `CASE.py`, and beside it `CASE.after` (repaired and converted) or `CASE.refused`.

The program's first lines may say `# unsafe` (repairs that change what is said), `# order: free` (lines of output may come
in another order) and `# differs: output` (the repair says so).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from edit_cases import source_file
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Report
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings.analyst import Analyst, Values
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repair_edits import plan_repaired
from hybridize_refactorings.repair_search import search_repairs
from hybridize_refactorings.repaired_functions import inside_graphs
from hybridize_refactorings.repairs import all_repairs
from hybridize_refactorings.repairs.repair import Repair
from hybridize_refactorings.subjects import module_of, subject_of
from hybridize_refactorings.top_level import steps_at_top_level

CASES = Path(__file__).parent / "repairs"
REPAIRS = {repair.name: repair for repair in all_repairs()}


def case_paths() -> list[Path]:
    return sorted(CASES.glob("*/*.py"))


def header(path: Path) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [line[2:] for line in lines if line.startswith("# ")][:3]


class Remembering(Analyst):
    """Rewrites and repairs of one program ask about the same texts."""

    def report(self, sources: Sequence[SourceFile]) -> Report:
        return _analysed(tuple((source.path, source.relative, source.raw) for source in sources))


@lru_cache(maxsize=256)
def _analysed(files: tuple[tuple[Path, str, bytes], ...]) -> Report:
    return analyze(Path("/nowhere"), [source_file(*file) for file in files])


ANALYST = Remembering(Path("/nowhere"))


def analyse(sources: Sequence[SourceFile]) -> Report:
    return ANALYST.report(sources)


def with_top_level(report: Report, sources: Mapping[str, SourceFile]) -> Report:
    """The report with what stands for the top levels that take training steps in loops."""
    return replace(report, functions=(*report.functions, *steps_at_top_level(sources, sources)))


def repaired(path: Path) -> str:
    """The program after the repair that its folder is named for, and the conversion; unchanged where it is refused."""
    source = source_file(path, path.name, path.read_bytes())
    sources = {path.name: source}
    report = with_top_level(analyse([source]), sources)
    unsafe = "unsafe" in header(path)
    chosen = [REPAIRS[path.parent.name]]
    found = search_repairs(report, sources, ANALYST, unsafe=unsafe, repairs=chosen)
    edits = plan_repaired(report, sources, ANALYST, found, unsafe=unsafe) if found else ()
    return edits[0].after if edits else source.text


def refusals(path: Path) -> list[str]:
    """What the repair says about every function of the program that cannot be converted."""
    source = source_file(path, path.name, path.read_bytes())
    module = module_of(source.text)
    report = with_top_level(analyse([source]), {path.name: source})
    graphs = inside_graphs(report.functions)
    functions = [
        function
        for function in report.functions
        if function.verdict in ("keep", "undetermined") and function.tensor_computation
    ]
    values = Values(ANALYST, {path.name: source})
    subjects = [
        subject_of(
            module,
            each,
            values,
            elsewhere=lambda _: False,
            in_graph=lambda line: (path.name, line) in graphs,
        )
        for each in functions
    ]
    repair: Repair = REPAIRS[path.parent.name]
    outcomes = [outcome for subject in subjects if subject for outcome in repair.mends(subject)]
    return [outcome.reason for outcome in outcomes if isinstance(outcome, Refused)]


def named(path: Path) -> str:
    """The id of a case in a report of tests."""
    return f"{path.parent.name}/{path.stem}"


def expected(path: Path, found: Mapping[str, str | None]) -> dict[str, str | None]:
    """What the files beside a case hold, by suffix; None where there is none.  `UPDATE_CASES=1` writes what was found."""
    files = {suffix: path.with_suffix(suffix) for suffix in found}
    if os.environ.get("UPDATE_CASES") == "1":
        for suffix, text in found.items():
            files[suffix].unlink(missing_ok=True)
            if text is not None:
                files[suffix].write_text(text, encoding="utf-8")
    return {suffix: file.read_text("utf-8") if file.exists() else None for suffix, file in files.items()}
