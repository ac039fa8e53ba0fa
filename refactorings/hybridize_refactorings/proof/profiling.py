"""One run of the user's command under the probe → a profile."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hybridize_analyzer.observed.profile import (
    FunctionRun,
    Node,
    Profile,
    RecordedRun,
    Seen,
    digest_of,
    merged_functions,
    merged_nodes,
    seen_of,
    split_lines,
)
from hybridize_analyzer.version import tool_version
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.proof.commands import Ended
from hybridize_refactorings.proof.probe.instrument import functions_of
from hybridize_refactorings.proof.records import Profiled
from hybridize_refactorings.proof.runs import Job, Workspace
from hybridize_refactorings.repaired_functions import RUNTIME
from hybridize_refactorings.verification import syntax_tree


@dataclass(frozen=True, slots=True)
class Subjects:
    """The functions that are profiled.

    places: by key (`PATH:QUALNAME#N`), path, qualified name, line and digest.
    watched, names: as `Workspace.run` takes them.
    """

    places: Mapping[str, tuple[str, str, int, str]]
    watched: Mapping[str, Mapping[str, str]]
    names: Mapping[str, list[str]]


def subjects_of(sources: Mapping[str, SourceFile]) -> Subjects:
    """All functions of some files; those of files that do not parse are left out."""
    places, watched, names = {}, {}, {}
    for path, source in sorted(sources.items()):
        seen: Counter[str] = Counter()
        lines = split_lines(source.text)
        keys = {}
        for qualname, node in _functions(source):
            number = f"{qualname}#{seen[qualname]}"
            seen[qualname] += 1
            key = keys[number] = f"{path}:{number}"
            places[key] = (path, qualname, node.lineno, digest_of(lines, node))
            names[key] = _names_read(node)
        if keys:
            watched[path] = keys
    return Subjects(places, watched, names)


def _functions(source: SourceFile) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    try:
        tree = syntax_tree(source.text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for qualname, node in functions_of(tree, ""):
        assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        yield qualname, node


def _names_read(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Names, and attributes of the first parameter as `self.step`."""
    first = next((a.arg for a in (*node.args.posonlyargs, *node.args.args)), None)
    found = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id == first:
            found.add(f"{first}.{inner.attr}")
    return sorted(found)


def profile(job: Job, sources: Mapping[str, SourceFile]) -> tuple[Profile, Ended]:
    """Runs the command once on a copy, and gives what its functions did, and how it ended.

    Raises:
        CopyError, CommandError: it cannot be run.
    """
    subjects = subjects_of(sources)
    with Workspace(job) as workspace:
        files = {path: source.raw for path, source in sources.items()}
        run = workspace.run(files, subjects.watched, subjects.names, mode="profile")
    return profile_of(subjects, job.command, run.ended, run.profiled), run.ended


def has_runtime(profile: Profile) -> bool:
    """Whether the interpreter of the recorded runs finds the package that batches calls."""
    return any(RUNTIME in run.libraries for run in profile.runs)


def profile_of(
    subjects: Subjects, command: tuple[str, ...], ended: Ended, processes: Iterable[Profiled]
) -> Profile:
    """The profile from what each process wrote last."""
    functions: list[FunctionRun] = []
    nodes: list[Node] = []
    faults: set[str] = set()
    libraries: dict[str, str] = {}
    count, dispatch = 0, 0.0
    for process in processes:
        faults.update(process.faults)
        last = process.last
        if last is None:
            continue
        count += 1
        libraries.update(last["libraries"])
        dispatch = max(dispatch, last["dispatch"])
        tree = [_node(subjects, each) for each in last["tree"]]
        nodes += tree
        functions += _function_runs(subjects, last["functions"], last["tree"])
    run = RecordedRun(
        command=command,
        code=ended.code,
        seconds=ended.seconds,
        processes=count,
        libraries=libraries,
        dispatch=dispatch,
    )
    return Profile(
        tool=tool_version(),
        runs=(run,),
        functions=merged_functions(functions),
        tree=merged_nodes(nodes),
        faults=tuple(sorted(faults)),
    )


def _node(subjects: Subjects, raw: list[Any]) -> Node:
    key, calls, seconds, own, operations, _, kids = raw
    return Node(
        function=key.rpartition("#")[0], calls=calls, seconds=seconds, own=own, operations=operations,
        nodes=merged_nodes(_node(subjects, kid) for kid in kids),
    )  # fmt: skip


@dataclass(slots=True)
class _Sums:
    seconds: float = 0.0
    own: float = 0.0
    operations: int = 0
    own_operations: int = 0
    computing: float = 0.0


def _function_runs(
    subjects: Subjects, entries: list[dict[str, Any]], tree: list[list[Any]]
) -> Iterator[FunctionRun]:
    sums: dict[str, _Sums] = {}
    for node in tree:
        _sum_up(sums, node)
    for entry in entries:
        place = subjects.places.get(entry["f"])
        if place is None:
            continue
        path, qualname, line, digest = place
        total = sums.get(entry["f"], _Sums())
        yield FunctionRun(
            path=path, qualname=qualname, line=line, digest=digest,
            calls=entry["calls"], counted=entry["counted"], graph_calls=entry["graph_calls"],
            in_graph=entry["in_graph"], traces=entry["traces"], errors=entry["errors"],
            seconds=total.seconds, own=total.own, operations=total.operations, own_operations=total.own_operations,
            computing=total.computing, deepest=entry["deepest"], variables=tuple(entry["variables"]),
            looked_at=entry["looked_at"],
            parameters={name: _seen(raw) for name, raw in entry["parameters"]}, result=_seen(entry["result"]),
            state=entry["state"], changed=tuple(entry["changed"]),
            inside=tuple(key.rpartition("#")[0] for key in entry["inside"]), tests=tuple(entry["tests"]),
        )  # fmt: skip


def _sum_up(sums: dict[str, _Sums], node: list[Any]) -> tuple[int, float]:
    """Adds a place of the tree to its function's sums; gives the operations in it and below it, and what these compute."""
    key, _, seconds, own, operations, computing, kids = node
    inner = [_sum_up(sums, kid) for kid in kids]
    below: int = operations + sum(count for count, _ in inner)
    all_computing: float = computing + sum(time for _, time in inner)
    found = sums.setdefault(key, _Sums())
    found.seconds += seconds
    found.own += own
    found.operations += below
    found.own_operations += operations
    found.computing += all_computing
    return below, all_computing


def _seen(raw: dict[str, Any]) -> Seen:
    return seen_of(raw)
