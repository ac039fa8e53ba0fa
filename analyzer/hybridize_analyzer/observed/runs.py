"""A profile beside the present sources: which functions of it are still what was recorded."""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from hybridize_analyzer.observed.profile import FunctionRun, Profile, digest_of, split_lines, written
from hybridize_analyzer.workspace.sources import SourceFile

Place = tuple[str, str, int]
"""Path, qualified name, and line of `def`."""


@dataclass(frozen=True, slots=True)
class Runs:
    """What is known from recorded runs of the functions as they stand.

    dispatch: as `Profile.dispatch`.  stale: how many recorded functions have another source by now.
    digest: of all this; it stands for it in keys of the cache.
    """

    functions: Mapping[Place, FunctionRun] = field(repr=False, default_factory=dict)
    dispatch: float = 0.0
    seconds: float = 0.0
    stale: int = 0
    digest: str = ""

    def of(self, path: str, qualname: str, line: int) -> FunctionRun | None:
        """What one function did; None where it was not recorded as it stands."""
        return self.functions.get((path, qualname, line))


NO_RUNS = Runs()


def runs_of(profile: Profile, sources: Iterable[SourceFile]) -> Runs:
    """The recorded functions whose source is what it was, at the lines where they are now."""
    recorded: defaultdict[str, dict[tuple[str, str], FunctionRun]] = defaultdict(dict)
    for run in profile.functions:
        recorded[run.path][run.qualname, run.digest] = run
    found: dict[Place, FunctionRun] = {}
    fresh = 0
    for source in sources:
        known = recorded.get(source.relative)
        if known:
            places = dict(_known(source, known))
            found.update(places)
            fresh += len({run.digest for run in places.values()})
    if not found:
        return Runs(stale=len(profile.functions))
    digest = hashlib.sha256(written(profile)).hexdigest()[:16]
    stale = max(0, len(profile.functions) - fresh)
    return Runs(found, profile.dispatch, profile.seconds, stale, digest)


def _known(
    source: SourceFile, known: Mapping[tuple[str, str], FunctionRun]
) -> Iterator[tuple[Place, FunctionRun]]:
    try:
        tree = ast.parse(source.text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = split_lines(source.text)
    for qualname, node in functions_below(tree, ""):
        run = known.get((qualname, digest_of(lines, node)))
        if run is not None:
            yield (source.relative, qualname, node.lineno), run


def functions_below(
    parent: ast.AST, prefix: str
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its qualified name."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + node.name, node
            yield from functions_below(node, f"{prefix}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            yield from functions_below(node, f"{prefix}{node.name}.")
        elif not isinstance(node, ast.expr):
            yield from functions_below(node, prefix)
