"""The file of a profile: what each function did in recorded runs, without any value of the user's data.

`docs/profile.md` describes it for readers, `profile.schema.json` for machines; both follow the classes below.
"""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from hybridize_analyzer.workspace.errors import InputError

VERSION = 1
FOLDER = ".hybridize"
FILE = "profile.json"


class Kind(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a value is, without the value.

    kind: `tensor`, `variable`, `composite` (ragged, sparse), `array` (of NumPy), `primitive`, `container`, `callable`,
    `object` or `none`.  type: its Python type.  dtype, shape: of tensors and arrays; a length that varies is null, and so is
    a shape of unknown rank.  length, parts: of a container, how many parts, and what they are: all of a tuple, else each
    kind once.  hashable: false for objects that a graph could not take.
    """

    kind: str
    type: str | None = None
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    length: int | None = None
    parts: tuple[Kind, ...] = ()
    hashable: bool = True


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one argument or result was.

    kinds: each with the number of calls that were looked at.  others: calls with kinds past those that are kept.
    values: how many different numbers, texts and objects there were, up to 64; 0 for tensors.
    """

    kinds: tuple[tuple[Kind, int], ...] = ()
    others: int = 0
    values: int = 0

    def merged(self, other: Seen) -> Seen:
        """Both together; different values are counted as if none were the same."""
        counts: dict[Kind, int] = {}
        for kind, count in (*self.kinds, *other.kinds):
            counts[kind] = counts.get(kind, 0) + count
        return Seen(
            kinds=_frequent_first(counts.items()),
            others=self.others + other.others,
            values=max(self.values, other.values),
        )


def _frequent_first(kinds: Iterable[tuple[Kind, int]]) -> tuple[tuple[Kind, int], ...]:
    return tuple(sorted(kinds, key=lambda pair: -pair[1]))


class FunctionRun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one function did, summed over all recorded runs.  Times are seconds.

    path, qualname, line: where it stood.  digest: of its source without decorators; another one says that it has changed.
    calls: those outside graphs; graph_calls: of them those of a `tf.function`; in_graph: runs of its body while a graph was
    traced, inside: the functions whose graph that was.  counted: calls that were counted and not timed, because they are
    short and many.  traces: graphs that were made.  errors: calls that an exception left.
    seconds: in the function and what it called; own: without other functions of the project.
    operations: TensorFlow operations that were executed eagerly in it and what it called; own_operations: in it alone.
    computing: the part of `seconds` in which these computed, estimated from the sizes of what they computed; null where a
    profile is older than this.
    deepest: calls of itself inside itself.  variables: made during the first call, and during all later ones.
    looked_at: calls whose values were looked at; what they showed is in `parameters`, `result`, and `changed`: names of
    variables and attributes that it reads and that changed between calls.  state: how many of these were looked at.
    tests: tests that called it.
    """

    path: str
    qualname: str
    line: int
    digest: str
    calls: int = 0
    counted: int = 0
    graph_calls: int = 0
    in_graph: int = 0
    traces: int = 0
    errors: int = 0
    seconds: float = 0.0
    own: float = 0.0
    operations: int = 0
    own_operations: int = 0
    computing: float | None = None
    deepest: int = 0
    variables: tuple[int, int] = (0, 0)
    looked_at: int = 0
    parameters: dict[str, Seen] = {}
    result: Seen = Seen()
    state: int = 0
    changed: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """`PATH:QUALNAME`, as `inside` and the tree name functions."""
        return f"{self.path}:{self.qualname}"

    @property
    def eager_calls(self) -> int:
        """Calls that ran the body eagerly."""
        return self.calls - self.graph_calls

    def merged(self, other: FunctionRun) -> FunctionRun:
        """This function in both."""
        names = (*self.parameters, *(name for name in other.parameters if name not in self.parameters))
        nothing = Seen()
        return msgspec.structs.replace(
            self,
            **{name: getattr(self, name) + getattr(other, name) for name in _SUMS},
            computing=_sum_if_known(self.computing, other.computing),
            deepest=max(self.deepest, other.deepest),
            state=max(self.state, other.state),
            variables=(self.variables[0] + other.variables[0], self.variables[1] + other.variables[1]),
            parameters={
                name: self.parameters.get(name, nothing).merged(other.parameters.get(name, nothing))
                for name in names
            },
            result=self.result.merged(other.result),
            changed=tuple(sorted({*self.changed, *other.changed})),
            inside=tuple(sorted({*self.inside, *other.inside})),
            tests=tuple(sorted({*self.tests, *other.tests})),
        )


def _sum_if_known(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a + b


_SUMS = (
    "calls", "counted", "graph_calls", "in_graph", "traces", "errors", "seconds", "own", "operations",
    "own_operations", "looked_at",
)  # fmt: skip


class Node(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A function called from one place of the tree of calls; what calls itself has one place.

    function: `PATH:QUALNAME`.  seconds: with what it called; own: without.  operations: its own.
    """

    function: str
    calls: int
    seconds: float
    own: float
    operations: int = 0
    nodes: tuple[Node, ...] = ()


class RecordedRun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One run of the command.

    code: its exit code, None where it was ended at the limit.  seconds: wall-clock time, with the probe.
    processes: how many ran code of the project.  libraries: versions, of Python as well.
    dispatch: seconds from one short eager operation to the next, 0 where too few were executed.
    """

    command: tuple[str, ...]
    code: int | None
    seconds: float
    processes: int
    libraries: dict[str, str] = {}
    dispatch: float = 0.0


class Profile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole file.  faults: what went wrong in the probe itself."""

    version: int = VERSION
    tool: str
    runs: tuple[RecordedRun, ...] = ()
    functions: tuple[FunctionRun, ...] = ()
    tree: tuple[Node, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """Time of all runs together, with what the project's functions took in several processes or threads."""
        return max(sum(run.seconds for run in self.runs), sum(node.seconds for node in self.tree))

    @property
    def dispatch(self) -> float:
        """Seconds that dispatching an eager operation takes, in the run where it took least; 0 where it is not known."""
        return min((run.dispatch for run in self.runs if run.dispatch), default=0.0)

    def merged(self, other: Profile) -> Profile:
        """Both files together; functions whose source differs stay apart."""
        return Profile(
            tool=other.tool,
            runs=(*self.runs, *other.runs),
            functions=merged_functions((*self.functions, *other.functions)),
            tree=merged_nodes((*self.tree, *other.tree)),
            faults=tuple(sorted({*self.faults, *other.faults})),
        )


def merged_functions(functions: Iterable[FunctionRun]) -> tuple[FunctionRun, ...]:
    """Each function once, in the order of paths and lines."""
    found: dict[tuple[str, str, str], FunctionRun] = {}
    for each in functions:
        key = each.path, each.qualname, each.digest
        found[key] = found[key].merged(each) if key in found else each
    return tuple(sorted(found.values(), key=lambda f: (f.path, f.line, f.qualname, f.digest)))


def merged_nodes(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Each function once on every level, the longest first."""
    found: dict[str, list[Node]] = {}
    for node in nodes:
        found.setdefault(node.function, []).append(node)
    joined = [
        Node(
            function=name,
            calls=sum(n.calls for n in same),
            seconds=sum(n.seconds for n in same),
            own=sum(n.own for n in same),
            operations=sum(n.operations for n in same),
            nodes=merged_nodes(inner for n in same for inner in n.nodes),
        )
        for name, same in found.items()
    ]
    return tuple(sorted(joined, key=lambda n: (-n.seconds, n.function)))


def read_profile(file: Path) -> Profile:
    """The profile in a file.

    Raises:
        InputError: it cannot be read, or is none.
    """
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Profile)
    except OSError as error:
        raise InputError(
            f"{file}: cannot be read: {error.strerror}; `hybridize profile` writes such a file"
        ) from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(
            f"{file}: not a profile of hybridize: {error}; write it anew with `hybridize profile`"
        ) from error
    if found.version != VERSION:
        raise InputError(
            f"{file}: version {found.version} of the format, and this is hybridize for version {VERSION}; "
            "write it anew with `hybridize profile`"
        )
    return found


def written(profile: Profile) -> bytes:
    """The bytes of the file."""
    return msgspec.json.format(msgspec.json.encode(profile), indent=1) + b"\n"


def seen_of(raw: object) -> Seen:
    """What the probe wrote of one argument or result."""
    found = msgspec.convert(raw, Seen)
    return msgspec.structs.replace(found, kinds=_frequent_first(found.kinds))


def digest_of(lines: list[str], node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """A digest of a function's source from `def` on; decorators, and the place in the file, do not count.

    lines: of the file, as `split_lines` gives them.
    """
    body = lines[node.lineno - 1 : node.end_lineno]
    text = "\n".join(line.rstrip() for line in body).strip()
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def split_lines(text: str) -> list[str]:
    """The lines of a program as Python counts them."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def default_file(root: Path) -> Path:
    """Where the profile of a project lies."""
    return root / FOLDER / FILE


def is_profile_there(root: Path) -> bool:
    """Whether the project has a profile where it is looked for."""
    return os.path.isfile(default_file(root))  # noqa: PTH113 - pathlib raises for a folder that may not be entered
