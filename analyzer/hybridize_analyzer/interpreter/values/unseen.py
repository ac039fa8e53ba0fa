"""Code and values that cannot be seen: what is said of them, and what is taken for granted.

Unseen code may do anything.  Where it is given values that are tensors or cannot be seen, or is a method of what such code
made or that the program says to return tensors, and where something is done with its result, it is taken to compute as
TensorFlow's operations do; that is an assumption of the verdict (`UNSEEN`).  So are methods that only variables and metrics
have, and metrics by their names.  Methods that only look something up, or that
are asked for something without tensors, make one about a value (`VALUE`).  All other unseen code leaves the verdict open
(`UNKNOWN`).
"""

from __future__ import annotations

import ast
import re

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.bindings import SET_ANEW
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import COMPUTED, MADE_OBJECT, is_computed
from hybridize_analyzer.domain.contents import contains_tensor, nested
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import ELEMENTS, references
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    MADE,
    UNKNOWN,
    Array,
    Atom,
    Bound,
    Const,
    External,
    Function,
    Hybrid,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Tuple,
    Value,
    one,
)
from hybridize_analyzer.interpreter.tracing.places import span
from hybridize_analyzer.interpreter.tracing.tapes import recorded
from hybridize_analyzer.interpreter.values.promises import promises_tensors
from hybridize_analyzer.program.code import found_once
from hybridize_analyzer.program.modules import INSTALLED

_OWN_NAMES = ("decorator.identity", "class-elements")
_OTHER_PURPOSES = frozenset(
    """numpy as_numpy asnumpy to_numpy item tolist to_list predict evaluate eval exec compile summary log info debug
    warning error open close next append extend insert remove setdefault predict_on_batch get_concrete_function
    create_variables backward detach cpu cuda to no_grad enable_grad""".split()
)
_OTHER_STARTS = (
    "__", "fit", "train", "test", "save", "load", "write", "read", "dump", "print", "plot", "show", "render", "send", "pop",
    "build",
)  # fmt: skip
"""Names of methods that do something else than a graph could, or need eager execution."""
_NO_OTHER_STARTS = ("readout", "trainable", "training_loss", "train_loss", "population", "fitness")
"""Words at the beginning of names that such a word begins, and that mean something else."""
_ASSIGNING = frozenset(
    """assign assign_add assign_sub apply apply_gradients minimize update_state add_batch accumulate
    broadcast_variables""".split()
)
"""Methods of variables, optimizers, metrics and accumulators that are called for what they do to variables."""
_OF_VARIABLES = frozenset("assign_add assign_sub update_state apply_gradients".split())
"""Those whose names nothing else has: whatever they are given, and whatever exports what they are methods of."""
_STEPS = frozenset({"apply_gradients", "minimize"})
"""Methods of optimizers, of which the first call makes variables."""
_METRIC = re.compile(
    r"(?:.*_)?(?:acc|accuracy|auc|dice|iou|loss|losses|mae|mape|mean|metrics?|miou|mse|perplexity|ppl|precision|psnr|recall|rmse|ssim)"
    r"(?:_(?:\d+|metrics?|mean|tracker|avg|average|train|valid|val|test|eval))*"
)
"""How what is called to be told the numbers of a step is named where it is a metric of Keras: `train_loss(loss)`."""
_LOSS = re.compile(r"loss|objective|energy|elbo|log_prob|likelihood|forward")
"""How methods are named that compute what gradients are taken of, without being given a tensor."""
_LOOKING_UP = frozenset(
    """items keys values get copy value read_value as_list as_dict is_compatible_with is_fully_defined get_shape split strip
    lower upper startswith endswith format join index count""".split()
)
"""Methods of dicts, texts, shapes, specifications and variables that change nothing."""
_FROM_CONFIGURATION = "from_config"
"""The method by which classes of Keras make an object."""
_OF_SHAPES = frozenset(
    """assert_has_rank assert_is_compatible_with assert_is_fully_defined assert_same_rank with_rank with_rank_at_least
    with_rank_at_most num_elements""".split()
)
"""Methods that only static shapes have; those that check one give nothing."""
_CHANGING = frozenset(
    """append extend insert pop remove clear sort reverse add discard update setdefault popitem appendleft extendleft popleft
    rotate subtract __setitem__ __delitem__ put put_nowait""".split()
)
"""Methods of containers that change them."""
_VARYING = frozenset(
    """choice clock count counter draw elapsed id increment input log next normal now perturb rand randint randn random
    sample seed shuffle step tic tick time timer timestamp toc uniform update uuid uuid1 uuid4""".split()
)
"""Words in the names of functions that hardly give the same value every time, or are called for something else."""
CALLED_IN_GRAPHS = "called in graphs"
"""Notes of the names of methods that graphs call of objects that cannot be seen."""
_DEPTH = 2
"""So many containers deep arguments are looked into."""


def unknown_call(call: Call, what: str, *, member: str = "") -> Value:
    """A call into code that may do anything with what it is given.  member: as in `Event`, where a library exports it."""
    _called(call, Kind.UNKNOWN, what, member)
    return UNKNOWN


def unseen_call(
    call: Call,
    what: str,
    *,
    computes: bool = False,
    asked: bool = False,
    method: str = "",
    member: str = "",
) -> Value:
    """A call of something that the program has been given, or that a library of tensor operations exports.

    computes: it does so whatever it is given.  asked: of an object of which nothing is known, which may be asked for
    something without tensors.  method: under which name classes of the program may promise that it computes, and that
    whatever its own name.  member: as in `Event`, where a library exports it.
    """
    given = call.values
    name = (
        call.node.func.attr
        if isinstance(call.node, ast.Call) and isinstance(call.node.func, ast.Attribute)
        else ""
    )
    looks_up = name in _LOOKING_UP or (asked and name in _OF_SHAPES)
    if looks_up and not any(contains_tensor(call.state, v) for v in given):
        _called(call, Kind.VALUE, what, member)
        return UNKNOWN
    if _is_computation(
        call.state, call.frame, call.node, name, given, computes=computes, method=method, asked=asked
    ):
        _called(call, Kind.UNSEEN, what, member)
        if name in _STEPS:
            call.emit(Kind.SLOTS, f"{what} is called, which may be a first step", aspect=Aspect.SOMETIMES)
        return one(Opaque(MADE_OBJECT)) if name == _FROM_CONFIGURATION else COMPUTED
    if asked and _is_question(call, name, given):
        _called(call, Kind.VALUE, what, member)
        return UNKNOWN
    return unknown_call(call, what, member=member)


def _called(call: Call, kind: Kind, what: str, member: str) -> None:
    call.frame.uses += 1
    call.emit(kind, f"{what} is called", member=member)
    if kind is Kind.UNKNOWN:
        give_away(call)
    function = call.node.func if isinstance(call.node, ast.Call) else None
    if call.frame.traced and isinstance(function, ast.Attribute):
        call.state.note(CALLED_IN_GRAPHS, function.attr, call.where)
    hand_over(call)


def give_away(call: Call) -> None:
    """What unseen code is given it may write in: arrays, and containers of Python.

    Methods by which containers change only keep what they are given.
    """
    state, frame = call.state, call.frame
    if frame.function is None and frame.loop == 0 and frame.calls == 0:
        return  # nobody can have seen the old content
    called = call.node.func if isinstance(call.node, ast.Call) else None
    if isinstance(called, ast.Attribute) and called.attr in _CHANGING:
        return
    for atom in (atom for value in call.values for atom in value):
        if isinstance(atom, Array):
            homes = dict.fromkeys(home for home in atom.homes if home != MADE)
        elif isinstance(atom, Ref) and classes.container_of(state, state.heap.type_of(atom.key)) is not None:
            homes = {(atom.key, ELEMENTS): None}
        else:
            continue
        for owner, name in homes:
            state.give_away(owner, name, call.where)


def hand_over(call: Call) -> None:
    """What unseen code is given it may keep, and call at any time."""
    for value in call.values:
        call.frame.shared |= references(value)
        escape(call.state, call.frame, call.node, value)
        for atom in value:
            inner = atom.function if isinstance(atom, Partial) else atom
            if isinstance(inner, Bound) and isinstance(inner.receiver, Ref) and _is_mutator(inner.function):
                call.state.heap.set_exact(inner.receiver.key, None)
                call.state.heap.write(inner.receiver.key, ELEMENTS, UNKNOWN)
                call.state.change(inner.receiver.key, ELEMENTS, call.where)


def _is_mutator(method: Atom) -> bool:
    """Whether it is a method by which a container is changed."""
    name = method.name.rpartition(".")[2] if isinstance(method, External) else ""
    return name in _CHANGING


def _is_computation(
    state: State,
    frame: Frame,
    node: ast.AST,
    name: str,
    given: tuple[Value, ...],
    *,
    computes: bool,
    method: str,
    asked: bool,
) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if name in _OF_VARIABLES and not any(_is_function(atom) for value in given for atom in value):
        return True
    if node is frame.dropped and asked and _is_metric(state, node.func, given):
        return True
    if _has_other_purpose(name) and not promises_tensors(state, method):
        return False
    if node is frame.dropped and name not in _ASSIGNING:
        return False
    if any(_is_function(atom) for value in given for atom in value):
        return False
    unseen = any(_may_be_tensors(state, value) for value in given)
    if computes or unseen or promises_tensors(state, method):
        return True
    if asked and (not name or _LOSS.search(name)) and span(node) in found_once(frame.body, recorded):
        return True  # a tape that records nothing gives no gradients
    return any(contains_tensor(state, value) for value in given)


def _has_other_purpose(name: str) -> bool:
    """Whether a method is named as one that does something else than a graph could."""
    starts_so = name.startswith(_OTHER_STARTS) and not name.startswith(_NO_OTHER_STARTS)
    return starts_so or name in _OTHER_PURPOSES


def _is_metric(state: State, called: ast.expr, given: tuple[Value, ...]) -> bool:
    """Whether what is told tensors is named as a metric of Keras, or is an element of what is named so."""
    while isinstance(called, ast.Subscript):
        called = called.value
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    told = any(contains_tensor(state, value) or is_computed(value) for value in given)
    functions = any(_is_function(atom) for value in given for atom in value)
    return told and not functions and _METRIC.fullmatch(name.lower()) is not None


def package_call(call: Call, name: str) -> Value:
    """A call of something that a package exports of which nothing is known.

    A method of variables is one all the same, and a function that is given tensors under a tape computes with TensorFlow:
    what a tape records of anything else has no gradient.  A function that is given none may be asked for a value, as for
    the dtype of a library, or for the number of processes.
    """
    short = name.rpartition(".")[2]
    tensors = any(contains_tensor(call.state, value) or is_computed(value) for value in call.values)
    differentiated = (
        tensors and short[:1].islower() and span(call.node) in found_once(call.frame.body, recorded)
    )
    if short in _OF_VARIABLES or differentiated:
        return unseen_call(call, f"`{name}`", member=name)
    plain = all(isinstance(atom, (Const, Scalar, External)) for value in call.values for atom in value)
    if plain and _VARYING.isdisjoint(short.lower().split("_")) and _is_question(call, short, call.values):
        _called(call, Kind.VALUE, f"`{name}`", name)
        return UNKNOWN
    return unknown_call(call, f"`{name}`")


def _is_question(call: Call, name: str, given: tuple[Value, ...]) -> bool:
    """Whether a method is asked for something that depends on no tensor, as a model is for the size of its vocabulary."""
    if not name or name[:1].isupper() or name in _CHANGING or call.node is call.frame.dropped:
        return False
    if name in _ASSIGNING or _has_other_purpose(name):
        return False
    return not any(_is_function(atom) for value in given for atom in value)


def _is_function(atom: Atom) -> bool:
    """Whether it is a function of the program, or one that may call such a function; not a member of what cannot be seen."""
    if isinstance(atom, Bound) and isinstance(atom.function, External):
        return atom.function.name.partition(".")[0] in INSTALLED
    return isinstance(atom, (Function, Bound, Partial, Hybrid))


def _may_be_tensors(state: State, value: Value) -> bool:
    """Whether it cannot be seen, or is a list or tuple of such values, as operations take them."""

    def inside(atom: Atom) -> tuple[Value, ...]:
        return state.heap.inside(atom) if not isinstance(atom, Ref) or state.heap.is_list(atom) else ()

    return any(isinstance(atom, Opaque) for part in nested(value, inside, _DEPTH) for atom in part)


def escape(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """Functions handed to unseen code may be called by it in ways that no analysis sees."""
    for atom in value:
        inner = atom.function if isinstance(atom, (Bound, Hybrid, Partial)) else atom
        if isinstance(inner, Function):
            state.note("escaped", inner.code, frame.module.location(node))
        elif isinstance(atom, Tuple):
            for element in atom.elements:
                escape(state, frame, node, element)


def note_value(state: State, frame: Frame, node: ast.AST, value: Value) -> None:
    """What a library exports of which nothing but the name is known: it may be a number that changes."""
    if frame.function is None:
        return
    for atom in value:
        if isinstance(atom, External) and is_unseen_export(atom.name):
            state.emit(frame, node, Kind.VALUE, f"`{atom.name}` is read, and what it is cannot be seen")


def note_set_anew(state: State, frame: Frame, node: ast.AST, name: str) -> None:
    """An attribute is read of what cannot be seen: it may be one of the objects on which the program sets it anew."""
    if state.cell(SET_ANEW, name) is not None:
        what = f"`{name}` of an object that cannot be seen is read, and objects have an attribute of that name set anew"
        state.emit(frame, node, Kind.VALUE, what)


def is_unseen_export(name: str) -> bool:
    """Whether nothing but the name is known of something external."""
    return name.partition(".")[0] not in INSTALLED and name not in _OWN_NAMES
