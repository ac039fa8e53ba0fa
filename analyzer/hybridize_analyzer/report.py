"""What an analysis returns: immutable, serialisable results that every front end reads.

Paths inside a `Report` are relative to `Report.root` and use `/`; a front end that needs another base
(the working directory, a repository root) joins them itself.  Lines and columns start at 1, columns count
code points.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Applicability(Enum):
    """How far an edit may be trusted.

    SAFE: behaviour is preserved and everything the claim rests on is seen in the project.
    OBSERVED: the edit rests on assumptions that recorded runs bear out, and on nothing else.
    UNSAFE: the edit rests on another assumption, or changes behaviour in a way that is named.
    DISPLAY: shown, never applied.
    """

    SAFE = "safe"
    OBSERVED = "observed"
    UNSAFE = "unsafe"
    DISPLAY = "display-only"


class Severity(Enum):
    """ERROR: the program misbehaves.  WARNING: something is lost.  NOTE: an opportunity or an explanation."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


GAINS = ("none", "low", "medium", "high")
"""What can be expected of a graph, least first."""
EDIT_VERDICTS = frozenset({"convert", "remove", "reconfigure"})
"""Verdicts that ask for an edit."""


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A half-open range of source text; `end_line`/`end_column` point just behind its last character."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """One fact that a decision rests on, and where it can be seen."""

    message: str
    location: Location


@dataclass(frozen=True, slots=True)
class Parameter:
    """What reaches one parameter (`self` and `cls` are not listed).

    kind: `tensor`, `variable`, `array` (NumPy), `primitive` (Python number, string, bool), `container` (with
    tensors inside), `object`, `callable`, `none`, or `unknown`.
    dtype and shape are texts such as `float32` and `[?, 28, 28]`, or None where they are not known.
    """

    name: str
    kind: str
    dtype: str | None
    shape: str | None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One message of one rule about one place.

    function: qualified name of the function it speaks of, or None (file-level findings).
    applicability: of the edit that would resolve it, or None when there is no edit.
    subject: the name in the definition of that function, which `location` need not be.
    gain: expected of the edit, where that is not the gain of the function: where only a part of it becomes a graph.
    """

    rule: str
    code: str
    message: str
    location: Location
    severity: Severity
    function: str | None = None
    help: str | None = None
    evidence: tuple[Evidence, ...] = ()
    notes: tuple[str, ...] = ()
    applicability: Applicability | None = None
    subject: Location | None = None
    gain: str | None = None


@dataclass(frozen=True, slots=True)
class TraceCause:
    """An argument that makes TensorFlow trace again.

    parameter: its name; `self` for the receiver, `def` for the function object that its enclosing function makes,
    `variables` for a first call that makes variables.
    evidence: calls, each with what it passes.
    kind: what differs: `values` (Python values), `objects` (another one at every call), `tensors` (dtypes or shapes),
    `shapes` (only those), `structures`, `instances`, `definitions`, `variables` or `things` (none of these).
    guess: it is not seen that TensorFlow traces again, and only not seen that it does not.
    """

    parameter: str
    message: str
    evidence: tuple[Evidence, ...]
    kind: str = "things"
    guess: bool = False


@dataclass(frozen=True, slots=True)
class Tracing:
    """How many graphs the function is (or would be) traced into by the visible calls.

    count: the number, None where it is not one number in every run.  least, most: bounds; most is None where there
    is none or it is not known.  unbounded: it grows with the number of calls.  unknown: why there is no number, `place`:
    where that can be seen.  causes: what tells the traces apart, for more than one.
    """

    count: int | None
    least: int
    most: int | None
    unbounded: bool = False
    unknown: str | None = None
    causes: tuple[TraceCause, ...] = ()
    place: Location | None = None

    @property
    def reason(self) -> str | None:
        """Why there is no number of traces, with the line."""
        return self.unknown if self.place is None else f"{self.unknown} (line {self.place.line})"


class AssumptionKind(Enum):
    """What sort of thing is taken for granted; `assumption_kinds` says what each of them means."""

    TYPE_HINT = "type-hint"
    SHAPE_SPECIFICATION = "shape-specification"
    DOCSTRING = "docstring"
    KERAS_CONVENTION = "keras-convention"
    TENSOR_USE = "tensor-use"
    OPAQUE_ARGUMENT = "opaque-argument"
    UNSEEN_CODE = "unseen-code"
    UNSEEN_VALUE = "unseen-value"
    UNSEEN_RESULT = "unseen-result"
    WIDENED_RESULT = "widened-result"
    SETTLED_STATE = "settled-state"
    PASSING_ATTRIBUTE = "passing-attribute"
    BRANCH_RANKS = "branch-ranks"
    UNPACKED_TUPLE = "unpacked-tuple"
    NESTED_ARRAY = "nested-array"
    ARRAY_DTYPE = "array-dtype"
    UNSEEN_CALLERS = "unseen-callers"
    OUTSIDE_CALLERS = "outside-callers"
    HANDED_OVER = "handed-over"
    RARE_DEFINITION = "rare-definition"
    SHALLOW_RECURSION = "shallow-recursion"
    ERROR_TYPES = "error-types"
    ZERO_GRADIENTS = "zero-gradients"
    VANISHING_PROBABILITIES = "vanishing-probabilities"
    FLOAT_LIMITS = "float-limits"
    FUNCTIONAL_CALLS = "functional-calls"
    BUILT_LAYER = "built-layer"
    RANDOM_NUMBERS = "random-numbers"
    SUMMARY_WRITER = "summary-writer"
    BOTH_MODES = "both-modes"
    TENSOR_RESULT = "tensor-result"
    FEW_OPERATIONS = "few-operations"
    OBSERVED_RUN = "observed-run"


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something that a verdict takes for granted, in one clause.

    accepted: the user has said that it holds.  observed: it did in recorded runs.
    """

    kind: AssumptionKind
    message: str
    accepted: bool = False
    observed: bool = False


@dataclass(frozen=True, slots=True)
class Hazard:
    """One thing in a function that a trace would notice, for edits that remove it.

    kind: as in `semantics.events.Kind`, or `frozen` for a read of Python state that changes.
    where: its place in the function: of the thing itself, or of the call that leads to it.
    direct: whether it is the thing itself.  refused: whether a rule objects to it, and not only might in another function.
    """

    kind: str
    message: str
    where: Location
    direct: bool
    refused: bool = True


@dataclass(frozen=True, slots=True)
class Reason:
    """The first thing that one rule has against a graph.

    rule: its name.  where: the place of the thing itself.  certain: whether it is known to happen.
    """

    rule: str
    message: str
    where: Location
    certain: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """A form of a function whose calls the runtime can batch.

    rule: name of the rule that reports it.  where: the loop, or the call.  evidence: what shows it.
    refused: what stands in the way of batching it, with its place; None where nothing is known to.
    """

    rule: str
    message: str
    where: Location
    evidence: tuple[Evidence, ...] = ()
    refused: Evidence | None = None


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """What a function took in recorded runs.  Times are seconds.

    calls: outside graphs.  seconds: with what it calls; own: without other functions of the project; share: of the runs.
    each: of one call, operations: executed eagerly in one call, expected: of one call as a graph; None where not measured.
    """

    calls: int
    seconds: float
    own: float
    share: float
    each: float | None
    operations: float | None
    expected: float | None


NOT_TRACED = Tracing(None, 1, None, unknown="the function was not analysed")


@dataclass(frozen=True, slots=True)
class FunctionReport:
    """The decision about one function; the fields of the JSON contract, plus where its parts stand.

    reconfiguration: the argument that `reconfigure` adds to `tf.function`, or with which `convert` saves traces.
    `location` is the function's name; `line` is the line of `def`.  Tri-state facts are True, False or None.
    What is left off is not known.
    callers: path and line of the functions that call it (None for a module), where every call is visible; else None.
    seen_callers: the same of a function that only code which cannot be seen may call besides.
    looping: those functions that call it in a loop of eager code.
    ops, work: operations and elementary arithmetic per call.
    speed_up: how many times faster a call is expected to be as a graph, from which `gain` follows; None where what it
    computes is not known.
    patterns: forms that the runtime can batch.  sites: the visible calls of the function.
    saving: microseconds that a call is expected to be shorter as a graph, which order what is reported.
    driven: a loop of eager code leads to it.
    in_layer: as in `FunctionFacts`: what calls the layer is to become a graph, or is one.
    inline_step: it takes gradients in each turn of a loop, its own or one that leads to it: a repair may move the step.
    of_tests: its file is one of tests, by its folder or its name, and no script.
    reasons: what speaks against a graph, one for each of `refusals`.
    run: what it took in recorded runs, None where there are none of it as it stands.
    """

    path: str
    qualname: str
    line: int
    location: Location
    hybrid: bool
    verdict: str
    safe: bool
    tensor_parameter: bool | None = None
    primitive_parameter: bool | None = None
    side_effects: bool | None = None
    recursive: bool | None = None
    tensor_computation: bool | None = None
    eager_only_calls: bool | None = None
    numpy_on_parameters: bool | None = None
    called: bool | None = None
    parameters: tuple[Parameter, ...] = ()
    refusals: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    input_signature: str | None = None
    traces: int | None = None
    gain: str | None = None
    evidence: tuple[Evidence, ...] = ()
    tracing: Tracing = NOT_TRACED
    callers: tuple[tuple[str, int] | None, ...] | None = None
    hazards: tuple[Hazard, ...] = ()
    reconfiguration: str | None = None
    ops: int = 0
    work: int = 0
    speed_up: float | None = None
    patterns: tuple[Pattern, ...] = ()
    sites: tuple[Location, ...] = ()
    in_layer: bool = False
    driven: bool = False
    looping: frozenset[tuple[str, int] | None] = frozenset()
    saving: float | None = None
    inline_step: bool = False
    reasons: tuple[Reason, ...] = ()
    run: MeasuredRun | None = None
    seen_callers: tuple[tuple[str, int] | None, ...] = ()
    of_tests: bool = False

    @property
    def observed(self) -> bool:
        """Whether its edit is not safe, and rests on nothing that recorded runs do not bear out."""
        rests_on = [a for a in self.assumptions if not a.accepted]
        return (
            not self.safe
            and self.verdict in EDIT_VERDICTS
            and bool(rests_on)
            and all(a.observed for a in rests_on)
        )


@dataclass(frozen=True, slots=True)
class Problem:
    """A file (or setting) that could not be used: what, why, and what to do about it."""

    path: str
    message: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one run found, in the order path, line, column."""

    root: Path
    functions: tuple[FunctionReport, ...]
    findings: tuple[Finding, ...]
    errors: tuple[Problem, ...]
