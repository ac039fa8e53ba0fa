"""`tf.distribute`: strategies that run a function once per replica, in the program's own process.

The default strategy, and one of one device, hand the result through; with several replicas it is a `PerReplica` of such
results.  AutoGraph converts the function that `run` is given when it converts the caller.
"""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import DISTRIBUTED, is_dataset, items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings
from hybridize_analyzer.domain.values import (
    BOOL,
    INT,
    NOTHING,
    UNKNOWN,
    Bound,
    Function,
    Hybrid,
    Iterator,
    Opaque,
    Partial,
    Ref,
    Tensor,
    Tuple,
    Value,
    one,
    tensors,
)
from hybridize_analyzer.interpreter.syntax.calls import unpack_keywords
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.knowledge.callbacks import ON_REPLICAS
from hybridize_analyzer.library.common import call_callback
from hybridize_analyzer.library.tensorflow.plain import DEVICES
from hybridize_analyzer.shapes.spec import is_none

Args = tuple[Value, ...]
Model = Callable[[Call], Value]
STRATEGY = "tensorflow.distribute.Strategy"


def current(call: Call) -> Value:
    """`tf.distribute.get_strategy()`."""
    return one(allocate(call.state, call.frame, call.node, STRATEGY))


def _of_replica(kind: Value | None) -> Model:
    """What tells a replica where it runs: a matter of the process, unless the caller of `run` is what becomes a graph.

    kind: what it gives; None for the context.
    """

    def model(call: Call) -> Value:
        if not call.frame.replicas:
            call.emit(Kind.AMBIENT, DEVICES, aspect=Aspect.REPLICA)
        return kind or one(
            allocate(call.state, call.frame, call.node, "tensorflow.distribute.ReplicaContext")
        )

    return model


def new(call: Call) -> Value:
    """`MirroredStrategy(…)`: sets up devices, which no graph does."""
    call.emit(Kind.EAGER_ONLY, "a distribution strategy is set up")
    return one(allocate(call.state, call.frame, call.node, STRATEGY))


def method(call: Call, name: str, ref: Ref) -> Value | None:
    """A method of a strategy; None for one that is not known."""
    if name in ON_REPLICAS:
        return _run(call)
    if name == "reduce":
        return _reduced(call.argument(1, "value") or UNKNOWN, call.argument(2, "axis"))
    if name == "gather":
        return _reduced(call.argument(0, "value") or UNKNOWN, None)
    if name == "experimental_local_results":
        return one(Iterator(call.argument(0, "value") or UNKNOWN, None, "tuple"))
    if name == "scope":
        return one(allocate(call.state, call.frame, call.node, "tensorflow.scope"))
    if name in _DISTRIBUTING:
        return _distributed(call, call.argument(0, _DISTRIBUTING[name]) or UNKNOWN)
    return None


_DISTRIBUTING = {
    "experimental_distribute_dataset": "dataset",
    "distribute_datasets_from_function": "dataset_fn",
    "experimental_distribute_datasets_from_function": "dataset_fn",
}
"""What gives a distributed dataset, and the name of its first parameter."""


def run_by_unseen(call: Call, name: str) -> Value | None:
    """`strategy.run(f, args=(…))` of an object that cannot be seen; None for any other call.

    No other common method of this name takes a function and a tuple of its arguments: that the object is a strategy is an
    assumption of the verdict.
    """
    given = call.argument(0, "fn") or UNKNOWN
    is_function = all(isinstance(a, (Function, Bound, Partial, Hybrid)) for a in given)
    passed = call.argument(1, "args") or UNKNOWN
    if name not in ON_REPLICAS or not is_function or not all(isinstance(a, Tuple) for a in passed):
        return None
    message = f"the method `{name}` of an unknown object is called, as that of a distribution strategy is"
    call.emit(Kind.UNSEEN, message)
    call.frame.ops += 1  # strategies run what computes with TensorFlow
    return _run(call)


def attribute(name: str) -> Value | None:
    return INT if name == "num_replicas_in_sync" else None


def _run(call: Call) -> Value | None:
    given = items_of(call.state, call.argument(1, "args") or one(Tensor()))
    named = call.argument(2, "kwargs")
    if "args" not in call.keywords and len(call.args) < 2:
        given = ()
    passed: Bindings = {}
    if named is not None and not is_none(named):
        unpack_keywords(call.state, call.frame, named, call.node, passed)
    if given is None:
        return None
    function = call.argument(0, "fn") or UNKNOWN
    call.frame.replicas += 1
    result = call_callback(call, function, given, traced=False, keywords=passed)
    call.frame.replicas -= 1
    return result


def _reduced(value: Value, axis: Value | None) -> Value:
    whole = axis is not None and is_none(axis)
    found = frozenset(Tensor("tensor", t.dtype, t.shape if whole else None) for t in tensors(value))
    return found or one(Tensor())


def _distributed(call: Call, source: Value) -> Value:
    """A dataset whose elements are split between the replicas, whatever is known of its source."""
    state, given = call.state, source
    if not is_dataset(state, source) and any(isinstance(a, (Function, Bound, Partial)) for a in source):
        given = call_callback(call, source, (one(Opaque("tf.distribute.InputContext")),), traced=False)
    ref = allocate(state, call.frame, call.node, "tensorflow.data.Dataset")
    state.heap.write(ref.key, DISTRIBUTED, NOTHING)
    known = [atom for atom in given if isinstance(atom, Ref) and is_dataset(state, one(atom))]
    for atom in known:
        state.heap.write(ref.key, ELEMENTS, state.heap.read(atom.key, ELEMENTS))
    if len(known) != len(given) or not known:
        state.heap.write(ref.key, ELEMENTS, UNKNOWN)
    return one(ref)


MODELS = {
    "tensorflow.distribute.get_strategy": current,
    "tensorflow.distribute.get_replica_context": _of_replica(None),
    "tensorflow.distribute.has_strategy": _of_replica(BOOL),
    "tensorflow.distribute.in_cross_replica_context": _of_replica(BOOL),
    **{
        f"tensorflow.distribute.{name}": new
        for name in (
            "MirroredStrategy",
            "MultiWorkerMirroredStrategy",
            "OneDeviceStrategy",
            "TPUStrategy",
            "experimental.CentralStorageStrategy",
            "experimental.MultiWorkerMirroredStrategy",
            "experimental.TPUStrategy",
        )
    },
}
