"""Other libraries that tensors meet: einops, SciPy, and libraries made of TensorFlow operations."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import COMPUTED, MADE_OBJECT, is_computed
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    UNKNOWN,
    Array,
    Atom,
    Bound,
    External,
    Function,
    Hybrid,
    Opaque,
    Partial,
    Tensor,
    Value,
    one,
)
from hybridize_analyzer.interpreter.values import installed
from hybridize_analyzer.interpreter.values.operators import note_tensor_use
from hybridize_analyzer.interpreter.values.unseen import escape, unseen_call
from hybridize_analyzer.library.common import (
    call_callback,
    callables,
    contains_tensor,
    invoke_callbacks,
)
from hybridize_analyzer.shapes.spec import spec_of

Args = tuple[Value, ...]
_MADE_OF_TENSORFLOW = frozenset(
    """edward2 gpflow gpflux graph_nets keras_core keras_cv keras_hub keras_nlp larq neural_structured_learning
    object_detection official sonnet spektral tfdiffeq tfimm tfkbnufft trfl trieste""".split()
)
_NAMED_SO = re.compile(r"(?:tensorflow|tf)2?_\w+|\w+_(?:tensorflow|tf)2?")
"""How packages are named that are made of nothing but TensorFlow: `tensorflow_probability`, `tf2_gnn`, `lpips_tf`."""
_PARTS = re.compile(
    r"(?:tensorflow|tf)2?(?:_?(?:utils?|ops|functions|layers|losses|math|nn))?|(?:utils?|ops)_(?:tensorflow|tf)2?"
)
"""How packages for several frameworks name the modules that they have for TensorFlow: `tf`, `tf2utils`, `ops_tf`."""
_ROOTS = frozenset({"einops", "packaging", "scipy"})
_VERSIONS = ("packaging.version.", "packaging.specifiers.", "distutils.version.", "looseversion.")
_PURE_SCIPY = (
    "scipy.special.",
    "scipy.linalg.",
    "scipy.stats.",
    "scipy.signal.",
    "scipy.spatial.distance.",
    "scipy.fft.",
)
_COMPUTING = tuple(
    f"tensorflow_probability.{m}."
    for m in "distributions bijectors math stats special mcmc optimizer vi monte_carlo".split()
)
"""Modules whose functions, and instances of whose classes, compute whatever they are given."""
_LOSSES = "losses"
"""How modules are named whose functions, and instances of whose classes, do so: losses have no state."""
_WITHIN = "tensorflow_probability.python."
"""Where the modules of the library really stand; programs import from there, too."""
_RECORDS = (
    "graph_nets.graphs.GraphsTuple",
    "sonnet.LSTMState",
    "tensorflow_addons.seq2seq.AttentionWrapperState",
    "tensorflow_addons.seq2seq.BasicDecoderOutput",
    "tensorflow_addons.seq2seq.BeamSearchDecoderOutput",
    "tensorflow_addons.seq2seq.BeamSearchDecoderState",
    "tensorflow_addons.seq2seq.FinalBeamSearchDecoderOutput",
    "tf_agents.trajectories.PolicyStep",
    "tf_agents.trajectories.TimeStep",
    "tf_agents.trajectories.Trajectory",
    "tf_agents.trajectories.policy_step.PolicyStep",
    "tf_agents.trajectories.time_step.TimeStep",
    "tf_agents.trajectories.trajectory.Trajectory",
)
"""Tuples with names of what functions of a library take and give: making one does nothing else, and needs no tensor."""
_NAMED_AS_RECORD = re.compile(r"[a-z](?:Inputs?|Outputs?|State|Step|Tuple)$")
"""How the names of such tuples end: `GNNInput`, `DecoderOutput`."""
_TAPES = frozenset({"horovod.tensorflow.DistributedGradientTape"})
"""Classes around the tape of a step, which compute what the tape does, on several machines."""
FACTORIES = ("check_shapes.check_shapes", "check_shapes.inherit_check_shapes")
_EINOPS = frozenset({"einops.rearrange", "einops.reduce", "einops.repeat", "einops.einsum"})


def knows(name: str) -> bool:
    """Whether something of an installed package is meant for tensors, by its dotted name."""
    root, *parts = name.split(".")
    return (
        root in _ROOTS or name.startswith(_VERSIONS) or _is_for_tensorflow(root, parts) or name in FACTORIES
    )


def _is_for_tensorflow(root: str, parts: list[str]) -> bool:
    named = root in _MADE_OF_TENSORFLOW or _NAMED_SO.fullmatch(root) is not None
    return named or any(map(_PARTS.fullmatch, parts[:-1]))


def run(call: Call, name: str) -> Value:
    """A function of one of these libraries."""
    if name in _EINOPS and call.args:
        return _rearranged(call.state, call.frame, call.node, call.args)
    given = call.values
    if name in FACTORIES and not any(callables(v) for v in given):
        return one(External(name))
    if name.startswith(_VERSIONS):
        return UNKNOWN  # an object that is compared, and never changes
    if name.startswith(_PURE_SCIPY) and not any(callables(v) for v in given):
        if any(contains_tensor(call.state, v) for v in given):
            call.emit(Kind.NUMPY, f"`{name}` gets a tensor")
        return one(Array())
    root, *parts = name.split(".")
    if not _is_for_tensorflow(root, parts):
        return invoke_callbacks(call, f"`{name}`")
    found = installed.run(call, name)
    if found is not None:
        return found
    call.frame.ops += 1  # whatever it is, it computes with TensorFlow
    computes = _computes(name)
    is_class = name.rpartition(".")[2][:1].isupper()
    is_record = is_class and _NAMED_AS_RECORD.search(name) is not None
    if is_class and not computes and not is_record:  # its instances may have variables
        return invoke_callbacks(call, f"`{name}`")
    functions = [function for value in given for function in callables(value)]
    result = _with_functions(call, name, functions) if functions else None
    if result is None:
        result = unseen_call(call, f"`{name}`", computes=computes, member=name)
    return one(Opaque(MADE_OBJECT)) if is_class and is_computed(result) else result


def _computes(name: str) -> bool:
    """Whether a function, or instances of a class, of TensorFlow's libraries compute whatever they are given."""
    if name.startswith(_WITHIN):
        name = f"tensorflow_probability.{name.removeprefix(_WITHIN)}"
    is_loss = _LOSSES in name.split(".")[1:-1]
    return is_loss or name.startswith(_COMPUTING) or name in _RECORDS or name in _TAPES


def _with_functions(call: Call, name: str, functions: Sequence[Atom]) -> Value | None:
    """What a library of TensorFlow computes with functions of the program, which it calls again and again with tensors.

    None where nothing is known of one of them, or nobody uses the result.
    """
    arities = [_arity(function) for function in functions]
    if call.node is call.frame.dropped or None in arities:
        return None
    call.frame.loop += 1
    for function, arity in zip(functions, arities, strict=True):
        call_callback(call, one(function), (COMPUTED,) * (arity or 0), traced=False)
        escape(call.state, call.frame, call.node, one(function))
    call.frame.loop -= 1
    call.emit(Kind.UNSEEN, f"`{name}` is called", member=name)
    return COMPUTED


def _arity(function: Atom) -> int | None:
    """How many arguments a function of the program needs; None for what is none."""
    if isinstance(function, Bound):
        inner = _arity(function.function)
        return None if inner is None else max(inner - 1, 0)
    if isinstance(function, Hybrid):
        return _arity(function.function)
    if isinstance(function, Partial):
        inner = _arity(function.function)
        return None if inner is None else max(inner - len(function.args) - len(function.keywords), 0)
    if not isinstance(function, Function):
        return None
    arguments = function.code.node.args
    return len(function.code.positional) - len(arguments.defaults) + (arguments.vararg is not None)


def _rearranged(state: State, frame: Frame, node: ast.AST, args: Args) -> Value:
    """einops works on the tensors of every framework; the pattern decides the shape."""
    note_tensor_use(state, frame, node, args[0])
    dtype = spec_of(state.heap, args[0]).dtype
    if not contains_tensor(state, args[0]) and all(isinstance(a, Array) for a in args[0]):
        return one(Array(dtype))
    frame.ops += 1
    dynamic = any(a.dynamic for a in args[0] if isinstance(a, Tensor))
    return one(Tensor("tensor", dtype, None, dynamic))
