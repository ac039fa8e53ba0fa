"""What happens while a function runs, as far as tracing it would notice."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from hybridize_analyzer.report import Location

MAX_EVENTS = 30


class Kind(Enum):
    """One kind of event; each is the business of one rule."""

    OUTPUT = "output"  # print, logging, files
    WRITE = "write"  # attribute, element or container written
    NAME_WRITE = "name-write"  # global or nonlocal rebound
    ADVANCE = "advance"  # a Python iterator moves on
    AMBIENT = "ambient"  # clock, environment, Python or NumPy randomness is read
    RANDOM = "random"  # TensorFlow's stateful random ops
    VARIABLE = "variable"  # tf.Variable created
    LAZY = "lazy"  # state, mostly variables, that the first call makes and keeps
    UNBUILT = "unbuilt"  # a Keras layer may create its variables here
    WEIGHT = "weight"  # a weight of a Keras layer is used, which may have its initial value while Keras builds the layer
    SLOTS = "slots"  # an optimizer creates its variables at its first step; for `traces`
    STEP = "step"  # an optimizer takes a step, and an earlier call has made its variables; for `first_calls`
    EAGER_ONLY = "eager-only"  # .numpy(), fit, int(tensor), …
    NUMPY = "numpy"  # a NumPy function gets a tensor
    NUMPY_UNSEEN = (
        "numpy-unseen"  # NumPy gets what cannot be seen, which may be an array of the caller; for repairs
    )
    PYTHON_VALUE = "python-value"  # Python needs the value of a tensor
    UNPACKED = "unpacked"  # what may be a tensor or a tuple is unpacked as the tuple; for assumptions
    CONTROL = "control"  # branch or loop on a tensor that AutoGraph may not convert
    CONVERTED = "converted"  # control flow on a tensor that AutoGraph converts
    LEFT_OUT = "left-out"  # weights are used by one branch on a tensor, or by some results of a call; for `gradients`
    FORWARD = "forward"  # what derivatives in forward mode meet in a graph only; for `forward_mode`
    UNRECORDED = "unrecorded"  # a loop over a dataset, through which a graph has no gradient; for `gradients`
    NO_GRADIENT = "no-gradient"  # an operation that has no gradient; for `no_gradient`
    LENGTH = "length"  # `len()` of a tensor, which AutoGraph converts
    SYMBOLIC = "symbolic"  # a KerasTensor is used
    FILE = "file"  # TensorFlow writes a file, a summary, a checkpoint
    HANDLER = "handler"  # an exception handler around ops
    DTYPE = "dtype"  # dtypes that only eager coercion reconciles
    ROUNDING = "rounding"  # the graph optimiser's arithmetic changes a rounded result
    VANISHING = "vanishing"  # the logarithm of a softmax is taken, which a graph computes at once
    LIMITS = "limits"  # what eager execution loses at the limits of floats is asked for
    SHAPE = "shape"  # a length that a graph does not know is used as a number
    RANK = "rank"  # a rank is needed that a graph knows if the branches of a conditional have the same
    LOOSE = "loose"  # what may need lengths gets a tensor with lengths that a graph does not know; for `signatures`
    UNKNOWN = "unknown"  # code that cannot be seen
    UNSEEN = "unseen"  # code that cannot be seen, which computes with tensors as far as its call shows
    VALUE = "unseen-value"  # a value that cannot be seen is read or tested
    READ = "read"  # Python state read: frozen into the trace if it changes
    CHECK = "check"  # an operation that does nothing but to fail; for assumptions, as the next
    UPDATE = "update"  # a variable is assigned
    DROPPED = "dropped"  # an operation that may fail and whose result nothing uses
    MASK = "mask"  # a mask of Keras on an argument is read
    NAME = "name"  # an operation gets a name that is none
    STALE = "stale"  # the variables of a layer are listed that may not be built yet
    LOSSES = "losses"  # losses are read that an earlier call of a layer may have left
    CALLED = (
        "called"  # a layer that may not be built is certainly called; for callers that list its variables
    )
    RENEWED = "renewed"  # a layer that may leave losses is certainly called; for callers that read them
    PYTHON = "python"  # Python runs as an operation
    UNORDERED = "unordered"  # Python runs as an operation and reads variables, for which a graph has no order
    COMPILE = "compile"  # an operation that XLA does not compile, or computes otherwise
    REDUCTION = "reduction"  # a reduction over all axes is combined with what it reduced
    RECORDED = "recorded"  # hybridize_runtime records calls of cells, which only eager code does
    DIFFERENTIATED = "differentiated"  # a gradient with respect to a tensor is taken; for `aliasing`
    IGNORED = "ignored"  # an argument that has no effect


class Aspect(Enum):
    """What tells an event from others of its kind, for those who ask for more than the kind."""

    # Of `CONTROL`: it cannot be seen whether a graph can express it; of `READ`: whether it matters; of `WRITE`: whether
    # it happens; of `DTYPE`: whether it is one dtype:
    UNTOLD = "untold"
    LENGTHS = "lengths"  # of `CONTROL`: a test of lengths, which the side that is not taken may not fit
    NUMBER = "number"  # of `CONTROL`: a graph makes a tensor of a Python number, and may do with that
    OF_TRACING = "of-tracing"  # of `OUTPUT`: it tells of a trace, or what one decides; of `HANDLER`: it handles its errors
    PRINTED = "printed"  # of `PYTHON_VALUE`: a text that nothing but `print` gets
    # Of `WRITE`: elements of a NumPy array are set, or it is computed in place; of `VALUE`: an array of a known dtype
    # meets a tensor whose dtype is not:
    ARRAY = "array"
    SETTING = "setting"  # of `LAZY`: an attribute or a global is set, which need not be a variable
    MODE = "training"  # of `AMBIENT`: a layer takes `training` from the layer call around it
    PHASE = (
        "phase"  # of `READ`: a layer takes it from Keras's learning phase, if no layer call around it tells
    )
    REPLICA = (
        "replica"  # of `AMBIENT`: it asks for the replica that it runs in, which a distribution strategy sets
    )
    LASTING_WRITER = (
        "lasting-writer"  # of `FILE`: a graph does it, too, for the writer that was there when it was traced
    )
    BOTH_MODES = "both-modes"  # of `AMBIENT`: a test of how TensorFlow executes, with a branch for either way
    TENSORS = "tensors"  # of `LEFT_OUT`: it matters only where a gradient with respect to tensors is taken
    LOOP = (
        "loop"  # of `LEFT_OUT`, `LOSSES`: it may have no turn; of `FORWARD`: a graph has it as one operation
    )
    RAISES = "raises"  # of `PYTHON_VALUE`, `EAGER_ONLY`: a trace fails there
    FIRST = "first"  # of `VARIABLE`: each object's first trace makes it of variables that it has not changed before
    # Of `UNBUILT`, `SLOTS` and `STALE`, where it is not certainly the first call:
    SOMETIMES = "sometimes"  # in a branch
    IN_A_LOOP = "in-a-loop"
    AGAIN = "again"  # after one of an object that was made at the same place, which may be another one


CHANGING_VARIABLES = frozenset({Kind.UPDATE, Kind.UNSEEN, Kind.UNKNOWN})
"""What changes variables, or may do so; layers that do count as operations."""


SEEDS = "keras.random.SeedGenerator"
"""The `member` of `UNBUILT` where it is no layer that the first call makes, but the generator from which Keras draws."""
MOST_CALLS = 4
"""So many of the calls that lead to an event are kept."""


class Event(NamedTuple):
    """Something that happens at a place.

    message: a sentence for people, the same wherever the event is told; who decides by an event asks the other fields.
    target: key of the object concerned, or a name token.  field: the attribute read or written.
    path: the calls that lead to it, the outermost first.  aspect: what tells it from others of its kind.
    member: the canonical name under which a library exports what is called or read, behind that of its class if it is a
    method: `tensorflow.summary.scalar`; "" where it is nothing of a library, or has no name that anybody asks for.
    """

    kind: Kind
    message: str
    where: Location
    target: str | None = None
    field: str | None = None
    path: tuple[Location, ...] = ()
    aspect: Aspect | None = None
    member: str = ""

    def through(self, call: Location) -> Event:
        """The same event as the caller sees it."""
        kind, message, where, target, name, path, aspect, member = self
        return tuple.__new__(
            Event, (kind, message, where, target, name, (call, *path[: MOST_CALLS - 1]), aspect, member)
        )

    @property
    def identity(self) -> tuple[object, ...]:
        kind, _, where, target, name, _, aspect, _ = self
        told = None if aspect is None else aspect._value_
        return (kind._value_, where.path, where.line, where.column, target, name, told)


_PARTS = 7
"""The length of `Event.identity`."""


def record(
    events: dict[tuple[object, ...], Event],
    event: Event,
    call: Location | None = None,
    key: tuple[object, ...] = (),
) -> None:
    """Adds an event (seen through a `call`) unless it is known; a flood keeps one of each kind and target.

    key: under which the event stands elsewhere; one object for all who keep it takes less memory.
    """
    known = len(events)
    if known >= 4 * MAX_EVENTS:
        return
    if known >= MAX_EVENTS:
        key = (event.kind._value_, event.target, event.field, event.aspect)
    elif len(key) != _PARTS:
        key = event.identity
    if key not in events:
        events[key] = event if call is None else event.through(call)
