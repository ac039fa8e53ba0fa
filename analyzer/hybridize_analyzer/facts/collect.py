"""From the finished analysis to the facts of each function."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.call_graph import drives
from hybridize_analyzer.domain.classes import descends, is_keras_callable, linearise
from hybridize_analyzer.domain.events import MOST_CALLS, Aspect, Event, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import CallSite, Context, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    SHAPES,
    Array,
    Atom,
    Function,
    Ref,
    Tensor,
    Tuple,
    Value,
    static,
    union,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.facts import building, opened, relaxation, signatures, traces
from hybridize_analyzer.facts.datasets import is_left_to_datasets
from hybridize_analyzer.facts.eagerly import is_for_debugging, runs_eagerly
from hybridize_analyzer.facts.framework import other_framework
from hybridize_analyzer.facts.frozen_reads import frozen_reads, is_of_call
from hybridize_analyzer.facts.function import FunctionFacts, ParameterFacts
from hybridize_analyzer.facts.gradients import (
    distributes,
    is_of_a_step,
    may_be_recorded,
    of_tapes,
    repeats_steps,
    takes_gradients,
)
from hybridize_analyzer.facts.growing import growing_parameter
from hybridize_analyzer.facts.kept_variables import keeping_variables
from hybridize_analyzer.facts.losses import leaves_losses
from hybridize_analyzer.facts.naming import is_asked_as_graph
from hybridize_analyzer.facts.parameters import parameter_facts
from hybridize_analyzer.facts.passing_attributes import passing_attributes, unread_containers
from hybridize_analyzer.facts.patterns import patterns_of
from hybridize_analyzer.facts.precision import in_16_bits
from hybridize_analyzer.facts.replaced_errors import replaced_error
from hybridize_analyzer.facts.results import result_kind
from hybridize_analyzer.facts.shares import share_of_turns
from hybridize_analyzer.facts.traces.confused import confused_receivers
from hybridize_analyzer.facts.traces.reuse import brings_new_values, is_made_per_call, where_remade
from hybridize_analyzer.facts.trainable import takes_back
from hybridize_analyzer.facts.turns import is_in_one_loop, is_seldom_in_turns, most_calls
from hybridize_analyzer.facts.untraceable import unreferable, untraceable
from hybridize_analyzer.facts.wanted_tensors import wanted_as_tensor
from hybridize_analyzer.facts.written_numbers import written_number
from hybridize_analyzer.interpreter.syntax import decorators
from hybridize_analyzer.interpreter.tracing import (
    aliasing,
    first_calls,
    folded,
    forward_mode,
    function_objects,
    left_out,
    logits,
    no_gradient,
    short_lived,
    some_results,
)
from hybridize_analyzer.interpreter.tracing.between import gradients_between
from hybridize_analyzer.interpreter.tracing.placeholders import (
    is_keras_variable,
    own_weights,
    traced_by_keras,
)
from hybridize_analyzer.interpreter.tracing.places import places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_defined_rarely, runs_once
from hybridize_analyzer.interpreter.tracing.serialisation import read_back
from hybridize_analyzer.interpreter.tracing.tapes import opens_tapes_in_loop
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.interpreter.values.functions import RECORDED
from hybridize_analyzer.interpreter.values.receivers import unheld
from hybridize_analyzer.interpreter.values.rounding import rounded_by_callers
from hybridize_analyzer.interpreter.values.structures import is_structure
from hybridize_analyzer.interpreter.values.unseen import CALLED_IN_GRAPHS
from hybridize_analyzer.library.keras.layers import LOSSES
from hybridize_analyzer.library.stdlib.dispatch import BY_ANNOTATION
from hybridize_analyzer.program.code import MAKERS, ClassCode, FunctionCode, parameter_names, walk
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.program.scripts import is_of_tests
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver.trial import evaluate_with

_KNOWN_DECORATORS = frozenset(
    """staticmethod classmethod function with_name_scope abstractmethod override final wraps do_not_convert
    check_shapes inherit_check_shapes typechecked""".split()
)

_NEVER = frozenset(
    "property cached_property setter getter deleter contextmanager lru_cache cache overload".split()
)


def collect(state: State) -> Iterator[FunctionFacts]:
    """Facts of every `def`, in the order of paths and lines."""
    return (function_facts(state, code) for code in functions(state))


def functions(state: State) -> Iterator[FunctionCode]:
    """Every `def`, in the order of paths and lines."""
    state.exploring = True
    for path in sorted(state.modules):
        module = state.modules[path]
        if not module.installed:
            yield from (code for code in module.functions if not isinstance(code.node, ast.Lambda))


def _is_named_twice(arguments: ast.arguments, *, method: bool) -> bool:
    """Whether a keyword can have the name of a parameter that is given by position only."""
    return arguments.kwarg is not None and len(arguments.posonlyargs) > method


def function_facts(state: State, code: FunctionCode) -> FunctionFacts:
    assert not isinstance(code.node, ast.Lambda)
    contexts = state.contexts_of(code)
    sites = sorted({s for c in contexts for s in c.sites}, key=lambda s: s.where)
    seen = [s for s in sites if not s.assumed]
    above = state.above(code)
    events = (
        *_events(state, code, contexts),
        *own_weights(state, code, contexts),
        *gradients_between(state, contexts, state.sites_above(code)),
        *rounded_by_callers(state, contexts, state.sites_above(code)),
        *in_16_bits(state, contexts),
        *some_results.taken_in_part(state, code, contexts, sites),
        *folded.taken_for_shape(state, contexts, sites),
        *logits.taken_by_callers(state, code, contexts, sites),
    )
    events = (*events, *opened.in_open_graphs(state, code, contexts, events))
    events = tuple(e for e in of_tapes(state, code, events) if not takes_back(state, code, e))
    parameters = _parameters(state, code, contexts)
    hybrid = state.is_hybrid(code)
    tracing = traces.predict(state, code, events)
    varying = hybrid and any(p.varying for p in parameters)
    resized = not hybrid and any(p.resized for p in parameters)
    keeping = keeping_variables(state, events) if hybrid else frozenset()
    passing = passing_attributes(state, code, events)
    returned = result_kind(state, code, contexts)
    in_graphs = [_is_traced(state, site, hybrid=hybrid) for site in seen]
    return FunctionFacts(
        path=code.module.path,
        qualname=code.qualname,
        name=code.name,
        line=code.node.lineno,
        location=name_location(code),
        hybrid=hybrid,
        method=code.cls is not None and "staticmethod" not in decorator_names(Function(code)),
        nested=code.parent is not None,
        generator=code.is_generator,
        asynchronous=isinstance(code.node, ast.AsyncFunctionDef),
        decorator=_blocking_decorator(state, code),
        receiver=_receiver(state, contexts),
        receivers_confused=_receivers_confused(state, contexts),
        parameters=parameters,
        events=events,
        frozen=tuple(frozen_reads(state, code, events, keeping, passing)),
        keeping=keeping,
        passing=passing,
        made=_made(state, contexts) | unread_containers(state, events) if hybrid else frozenset(),
        returned=returned,
        written=written_number(state, contexts, seen) if returned == "mixed" and not hybrid else None,
        unused=bool(seen) and all(s.dropped and not (s.library or s.mapped) for s in seen),
        recursive=state.is_recursive(code),
        names_itself=_names_itself(code),
        ops=max((c.summary.ops for c in contexts), default=0),
        called=bool(seen),
        work=max((c.summary.work for c in contexts), default=0),
        repeated=above.repeated,
        driven=above.driven,
        share=share_of_turns(state, code),
        seldom=above.driven is not None and is_seldom_in_turns(state, code, seen),
        in_one_loop=above.driven is not None and is_in_one_loop(state, code, seen),
        once=bool(seen) and runs_once(state, code),
        most_calls=None
        if hybrid or above.driven is None or _repeats_unseen(state, events)
        else most_calls(state, code),
        unseen_root=above.unseen,
        public_root=above.public,
        contexts=len(contexts),
        sites=tuple(s.where for s in seen),
        callers=frozenset(_caller(s) for s in seen),
        looping=frozenset(
            () if _has_graph(state, seen) else (_caller(site) for site in seen if drives(site))
        ),
        traced_somewhere=any(in_graphs),
        traced_everywhere=bool(seen) and all(in_graphs),
        below_graph=hybrid and any(state.is_hybrid(above) for above in state.leading_to(code) - {code}),
        graph_of_library=_graph_of_library(state, seen, hybrid=hybrid),
        traced_by=state.noted("traced_by", code),
        wrapped=state.noted("wrapped", code),
        escaped=state.noted("escaped", code),
        guarded=above.guarded,
        survived=above.survived or (_survived(state, code) if _may_fail_halfway(events) else None),
        caught=next(_caught(seen), None),
        replaced=replaced_error(state, code),
        wanted=wanted_as_tensor(state, seen) if hybrid else None,
        temporary=unheld(state, code),
        lifetime=short_lived.shortest_lifetime(state, code, contexts, recorded=may_be_recorded(state, code)),
        mapped=next((s.where for s in seen if s.mapped), None),
        tracing=tracing,
        relaxed=relaxation.fewest(state, code, contexts, tracing, events),
        growing=None if hybrid else growing_parameter(state, code, contexts),
        relaxable=resized and relaxation.needs_no_lengths(state, code, contexts, events),
        renewed=varying and brings_new_values(state, code),
        remade=where_remade(state, code, hybrid=hybrid),
        defined_rarely=is_defined_rarely(state, code),
        per_call=is_made_per_call(state, code),
        compiled=is_compiled(code),
        building=traced_by_keras(state, code, events),
        misplaced=_misplaced(code) if hybrid else None,
        looked_at=function_objects.looked_at(state, code),
        dressed=function_objects.dressed(state, code),
        asked_as_graph=hybrid and is_asked_as_graph(state, code.name),
        of_weights=_of_weights(state, code),
        read_back=read_back(state, code),
        in_test_case=code.cls is not None and descends(state, code.cls, *_TEST_CASES),
        signed=any(k.arg == "input_signature" for d in code.decorators for k in getattr(d, "keywords", ())),
        configured=any(isinstance(d, ast.Call) and (d.args or d.keywords) for d in code.decorators),
        signature=signatures.infer(state, code, contexts, events, tracing),
        patterns=() if hybrid else patterns_of(state, code, contexts, events),
        in_layer=_is_part_of_layer(state, code, seen),
        weighted=any(c.summary.weighted for c in contexts),
        eagerly=runs_eagerly(state, code.module.path),
        debugging=not hybrid and is_for_debugging(state, code, seen),
        of_a_step=is_of_a_step(state, contexts),
        framework=other_framework(state, code.module),
        hook=_is_hook(state, code, seen)
        or (_is_named_part(state, code) and (above.driven is None or _is_part_of_model(state, seen)))
        or _is_left_to_hooks(state, seen),
        of_datasets=bool(seen) and is_left_to_datasets(state, code),
        constructing=bool(seen) and all(s.caller is not None and s.caller.name in MAKERS for s in seen),
        takes_gradients=takes_gradients(state, code),
        distributes=distributes(state, code),
        recorded=may_be_recorded(state, code),
        named_self=any(a.arg == "self" for a in code.node.args.kwonlyargs),
        inline_step=opens_tapes_in_loop(code.node, looping=above.driven is not None),
        of_tests=is_of_tests(code.module.path, code.module.tree),
        named_twice=_is_named_twice(code.node.args, method=code.cls is not None),
        repeats_steps=repeats_steps(state, code),
        branching=_branching(state, events) if hybrid else frozenset(),
        in_graphs=_in_graphs(state, code, events),
        abstract=_only_raises(code.node),
    )


def _branching(state: State, events: Iterable[Event]) -> frozenset[Location]:
    graph = state.call_graph()
    return frozenset(call for event in events for call in event.path if len(graph.called_at(call)) > 1)


def _repeats_unseen(state: State, events: Iterable[Event]) -> bool:
    """Whether a loop of one call may run unseen code any number of times."""
    return any(
        len(event.path) == MOST_CALLS or any(_in_loop(state, place) for place in (event.where, *event.path))
        for event in events
        if event.kind is Kind.UNSEEN
    )


def _in_loop(state: State, place: Location) -> bool:
    return places_in(state, place.path, enclosing(state, place)).in_loop(span_of(place))


def _in_graphs(state: State, code: FunctionCode, events: Iterable[Event]) -> frozenset[Location]:
    """Where unseen code is called that nothing but the graphs below leads to."""
    graph = state.call_graph()
    called = {event.where for event in events if event.kind is Kind.UNSEEN and event.path}
    if not called or not any(map(state.is_hybrid, graph.below([code]) - {code})):
        return frozenset()
    eager, pending = {code}, [code]
    while pending:
        graph.walked += 1
        more = {c for c in graph.callees.get(pending.pop(), ()) if not state.is_hybrid(c)} - eager
        eager |= more
        pending += more
    return frozenset(where for where in called if enclosing(state, where) not in eager)


def _names_itself(code: FunctionCode) -> bool:
    """Whether a call in its text is of something with its name."""
    called = (node.func for node in walk(code.node) if isinstance(node, ast.Call))
    return any(code.name in (getattr(f, "attr", None), getattr(f, "id", None)) for f in called)


def _may_fail_halfway(events: Sequence[Event]) -> bool:
    """Whether something is checked, and a variable is assigned."""
    return {Kind.CHECK, Kind.UPDATE} <= {event.kind for event in events}


def _survived(state: State, code: FunctionCode) -> Location | None:
    """Where unseen code gets a function that leads to one: a thread, an executor, a framework, which keep exceptions."""
    found = (state.noted("escaped", above) for above in state.leading_to(code))
    return min((where for where in found if where is not None), default=None)


def _only_raises(node: ast.AST) -> bool:
    """Whether the body is a `raise`, below a docstring or not."""
    body = [s for s in getattr(node, "body", ()) if not isinstance(s, ast.Expr)]
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def _of_weights(state: State, code: FunctionCode) -> Location | None:
    """Where Keras gets a function that it calls with the variables of a layer."""
    above = ("keras.regularizers.", "keras.constraints.")
    if code.cls is not None and code.name == "__call__" and descends(state, code.cls, *above):
        return name_location(code)
    return function_objects.of_weights(state, code)


def _is_part_of_layer(state: State, code: FunctionCode, seen: Sequence[CallSite]) -> bool:
    """Whether it is what Keras calls when a layer, a metric or the like is called, or a part of that.

    A part is what has the name of one, what a class above has, too, and what the program calls in methods of such classes
    alone.  seen: its visible calls.
    """
    if code.cls is None or not _is_component(state, code.cls):
        return False
    called = [
        s for s in seen if not (s.library or is_test(s.where.path) or _is_traced(state, s, hybrid=False))
    ]
    if not all(s.caller is not None and s.caller.cls and _is_component(state, s.caller.cls) for s in called):
        return False
    return (
        bool(called) or code.name in _CALLED_BY_KERAS or code.name.startswith("_") or _overrides(state, code)
    )


def _is_part_of_model(state: State, seen: Sequence[CallSite]) -> bool:
    """Whether what calls it outside of graphs and tests are models and their losses, in what Keras runs of them."""
    eager = (s for s in seen if not (s.traced or is_test(s.where.path)))
    return all(s.caller is not None and _is_named_part(state, s.caller) for s in eager)


def _is_hook(state: State, code: FunctionCode, seen: Iterable[CallSite]) -> bool:
    """Whether no call is visible but in tests, and a class above its own, or a graph, is what calls it."""
    unseen = all(is_test(site.where.path) for site in seen)
    return unseen and (_overrides(state, code) or _may_be_called_in_graphs(state, code))


def _is_left_to_hooks(state: State, seen: Iterable[CallSite]) -> bool:
    """Whether hooks alone call it, not in loops, or methods of models that nothing is seen to call.

    `fit` runs these as graphs.
    """
    outside = [site for site in seen if not is_test(site.where.path)]
    return bool(outside) and all(_is_of_hook(state, site) for site in outside)


def _is_of_hook(state: State, site: CallSite) -> bool:
    code = site.caller
    if code is None:
        return False
    left = _is_named_part(state, code) and not state.call_graph().sites.get(code)
    return left or (not site.loop and _is_hook(state, code, state.sites_of(code)))


def _is_named_part(state: State, code: FunctionCode) -> bool:
    """Whether it is what a Keras model computes: Keras runs it in the graph of its own step, which is one already."""
    return code.name in _PARTS_OF_MODELS and code.cls is not None and descends(state, code.cls, *_CALLED)


_PARTS_OF_MODELS = frozenset(
    """call __call__ compute_loss compute_metrics update_state train_step test_step predict_step""".split()
)
_CALLED = (
    "keras.Model",
    "keras.Sequential",
    "keras.layers.",
    "keras.Layer",
    "keras.losses.",
    "keras.metrics.",
)


def _overrides(state: State, code: FunctionCode) -> bool:
    """Whether a class of the project above its own has the method, too: what calls it is written there.

    Not where that is a loop, and the method a step, which takes gradients: then the step is what is to become a graph.
    """
    above = linearise(state, code.cls)[1:] if code.cls is not None else ()
    found = [
        cls.methods[code.name] for cls in above if isinstance(cls, ClassCode) and code.name in cls.methods
    ]
    looped = takes_gradients(state, code) and any(state.above(method).driven is not None for method in found)
    return bool(found) and not looped


def _may_be_called_in_graphs(state: State, code: FunctionCode) -> bool:
    """Whether a graph calls a method of its name, of an object that cannot be seen."""
    return code.cls is not None and state.noted(CALLED_IN_GRAPHS, code.name) is not None


_CALLED_BY_KERAS = frozenset(("call", "__call__", "update_state", "result", "update_step"))
_COMPONENTS = tuple(
    f"keras.{kind}"
    for kind in (
        "layers.", "Layer", "losses.", "Loss", "metrics.", "Metric", "optimizers.", "Optimizer", "initializers.",
        "Initializer", "regularizers.", "Regularizer", "constraints.",
    )
)  # fmt: skip


def _is_component(state: State, cls: ClassCode) -> bool:
    """Whether Keras calls its instances in what a model does: layers and the like, which are no models themselves."""
    models = ("keras.Model", "keras.Sequential", "keras.applications.")
    return descends(state, cls, *_COMPONENTS) and not descends(state, cls, *models)


def _has_graph(state: State, sites: Iterable[CallSite]) -> bool:
    """Whether a `tf.function` does nothing but call the function: who calls it elsewhere has chosen not to run that."""
    graphs = ((s.caller.node, s.where) for s in sites if s.caller is not None and state.is_hybrid(s.caller))
    return any(
        not isinstance(node, ast.Lambda)
        and isinstance(last := node.body[-1], (ast.Return, ast.Expr))
        and len(node.body) - (ast.get_docstring(node) is not None) == 1
        and last.value is not None
        and span(last.value) == span_of(where)
        for node, where in graphs
    )


def _caller(site: CallSite) -> tuple[str, int] | None:
    code = site.caller
    return None if code is None or isinstance(code.node, ast.Lambda) else (code.module.path, code.node.lineno)


def name_location(code: FunctionCode) -> Location:
    """Where the name stands in the `def` line."""
    where = code.module.location(code.node)
    word = "async def " if isinstance(code.node, ast.AsyncFunctionDef) else "def "
    column = where.column + len(word)
    return Location(where.path, where.line, column, where.line, column + len(code.name))


_DESCRIPTORS = ("staticmethod", "classmethod", "property", "cached_property")


_TEST_CASES = (
    "unittest.TestCase",
    "unittest.IsolatedAsyncioTestCase",
    "tensorflow.test.TestCase",
    "absl.testing.",
)


def _misplaced(code: FunctionCode) -> str | None:
    """A descriptor below `tf.function`."""
    targets = [d.func if isinstance(d, ast.Call) else d for d in code.decorators]
    names = [ast.unparse(t).rpartition(".")[2] for t in targets]
    if "function" not in names:
        return None
    below = names[names.index("function") + 1 :]
    return next((n for n in below if n in _DESCRIPTORS), None)


def is_compiled(code: FunctionCode) -> bool:
    """Whether a decorator asks XLA to compile it."""
    keywords = [k for d in code.decorators if isinstance(d, ast.Call) for k in d.keywords]
    names = ("jit_compile", "experimental_compile")
    return any(
        k.arg in names and isinstance(k.value, ast.Constant) and k.value.value is True for k in keywords
    )


def _is_traced(state: State, site: CallSite, *, hybrid: bool) -> bool:
    """Whether a call happens inside a graph, other than the one that a `tf.function` makes of itself."""
    return (site.traced and not hybrid) or (site.caller is not None and state.is_hybrid(site.caller))


def _graph_of_library(state: State, seen: Sequence[CallSite], *, hybrid: bool) -> Location | None:
    """Where a library makes a graph of the function, `Model.fit` of a `train_step`, which is then called in no other way."""
    if hybrid or not seen or not all(site.traced for site in seen):
        return None
    return next((site.where for site in seen if _begins_a_graph(state, site)), None)


def _begins_a_graph(state: State, site: CallSite, depth: int = 3) -> bool:
    """Whether a library calls it there as, or in a `lambda` that is, what it has begun a graph for."""
    caller = site.caller
    if caller is not None and isinstance(caller.node, ast.Lambda):
        above = (site for context in state.contexts_of(caller) for site in context.sites)
        return depth > 0 and any(_begins_a_graph(state, each, depth - 1) for each in above)
    return site.library and not _runs_in_a_graph(state, caller)


def _runs_in_a_graph(state: State, code: FunctionCode | None) -> bool:
    if code is None:
        return False
    sites = (site for context in state.contexts_of(code) for site in context.sites)
    return state.is_hybrid(code) or any(site.traced for site in sites)


def _blocking_decorator(state: State, code: FunctionCode) -> str | None:
    """A decorator that is not known to hand the function through as it is."""
    value = state.decorated_as(code)
    through = bool(value) and all(isinstance(a, Function) and a.code is code for a in value)
    if code.cls is None and state.noted(decorators.UNSEEN, code) is None:
        # The decorator is a function of the project, which calls this one as any other caller does.
        through = bool(value) and all(isinstance(a, Function) for a in value)
    recorded = state.noted(RECORDED, code) is not None or state.noted(BY_ANNOTATION, code) is not None
    for decorator in code.decorators:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        text = ast.unparse(target)
        name = text.rpartition(".")[2]
        if name not in _KNOWN_DECORATORS and (name in _NEVER or not through or recorded):
            return text
    return None


def _receiver(state: State, contexts: list[Context]) -> str | None:
    """Why a bound method of the receiver could not be wrapped: `tf.function` keeps it weakly, by hash."""
    receivers = frozenset(c.receiver for c in contexts if isinstance(c.receiver, Ref))
    return untraceable(state, receivers) or next(
        (p for r in sorted(receivers, key=lambda r: r.key) if (p := unreferable(state, r))), None
    )


def _receivers_confused(state: State, contexts: list[Context]) -> str | None:
    return confused_receivers(state, [c.receiver for c in contexts if isinstance(c.receiver, Ref)])


def _caught(sites: Iterable[CallSite]) -> Iterator[tuple[str, Location]]:
    """Calls in handlers of TensorFlow's exceptions, which a graph replaces by Python's for all that tracing finds.

    Not those of tests: what a test waits for is part of what the verdict assumes of errors.
    """
    for site in sites:
        if (names := site.caught_errors) and not is_test(site.where.path):
            short = ", ".join(f"`{name.replace('tensorflow.', 'tf.', 1)}`" for name in names)
            yield short, site.where


def _events(state: State, code: FunctionCode, contexts: list[Context]) -> tuple[Event, ...]:
    found: dict[tuple[object, ...], Event] = {}
    for context in contexts:
        given = _given_containers(state, context)
        traced = _as_traced(state, code, context)
        # A call from eager code hands over tensors that are computed, and whose shapes its graph knows.
        eager = traced is not None and not any(s.traced for s in context.sites)
        read = {(e.target, e.field) for e in traced or () if e.kind is Kind.READ}
        for event in context.summary.events.values():
            if eager and (event.kind in _OF_ORIGIN or event.aspect is Aspect.LENGTHS):
                continue
            gone = traced is not None and event.kind is Kind.READ and (event.target, event.field) not in read
            if gone and is_of_call(state, code, event):
                continue
            if event.kind is not Kind.READ or event.target not in given:
                found.setdefault(event.identity, event)
        for event in traced or ():
            if event.kind is not Kind.READ:
                found.setdefault(event.identity, event)
    events = list(found.values())
    kept = [e for e in events if e.kind is Kind.WRITE and e.field == LOSSES]
    if kept and not leaves_losses(state, code):
        events = [e for e in events if e not in kept]
    if any(e.aspect is Aspect.MODE for e in events) and not _runs_in_layers(state, code):
        events = [e for e in events if e.aspect is not Aspect.MODE]
    if not first_calls.is_first_call_only(state, code, contexts):
        events = [first_calls.as_unguarded(e) if e.kind is Kind.LAZY else e for e in events]
    events = list(
        forward_mode.as_refused(
            state,
            code,
            contexts,
            building.first_calls(state, code, contexts, events),
            recorded=may_be_recorded(state, code),
        )
    )
    events = list(no_gradient.as_refused(state, code, events))
    events = left_out.of_interest(state, code, aliasing.as_shared(state, code, events))
    events += first_calls.names_lost(state, code, events)
    return tuple(sorted(events, key=lambda e: (e.where, e.kind.value, e.message)))


def _runs_in_layers(state: State, code: FunctionCode) -> bool:
    """Whether a call of a layer runs a function that is not told by an argument whether that trains."""
    calls = [c for c in state.leading_to(code) if c.name == "call" and c.cls is not None]
    calls = [c for c in calls if c.cls is not None and is_keras_callable(state, c.cls)]
    return bool(calls) and not (code in calls and "training" in code.named)


_Change = tuple[str | None, Aspect | None]


def _made(state: State, contexts: Iterable[Context]) -> frozenset[_Change]:
    """Targets and aspects of changes that no trace sees of another: of what the same call has made, and of arrays.

    The place that makes something may make others, too, which somebody keeps.  Of the arrays that a `tf.function` is given,
    alone or in containers, its traces have tensors, which nothing changes.
    """
    made: set[_Change] = set()
    others: set[_Change] = set()
    for context in contexts:
        known = references(union(NOTHING, *context.arguments.values()))
        if isinstance(context.receiver, Ref):
            known |= {context.receiver.key}
        given = _given_containers(state, context)
        for event in context.summary.events.values():
            if event.kind is not Kind.WRITE:
                continue
            own = event.target in context.summary.allocated and event.target not in known
            array = event.aspect is Aspect.ARRAY and (event.target is None or event.target in given)
            (made if own or array else others).add((event.target, event.aspect))
    return frozenset(made - others)


def _given_containers(state: State, context: Context) -> set[str]:
    """Lists and dicts among the arguments: `tf.function` takes them apart at every call, so none is frozen."""
    pending = [*references(union(NOTHING, *context.arguments.values()))]
    found: set[str] = set()
    while pending:
        key = pending.pop()
        known = state.heap[key]
        if key in found or not is_structure(state, key):
            continue
        found.add(key)
        for value in known.fields.values():
            pending += references(value)
    return found


_HARD = frozenset(
    {Kind.OUTPUT, Kind.WRITE, Kind.NAME_WRITE, Kind.EAGER_ONLY, Kind.VARIABLE, Kind.UNKNOWN, Kind.AMBIENT}
)
"""Events after which nothing that a second evaluation shows would change the verdict."""


_OF_ORIGIN = frozenset({Kind.SHAPE, Kind.LOOSE, Kind.ROUNDING, Kind.LIMITS})
"""What is a matter of how an argument was computed: a graph is given a tensor of known shape, and its last bit."""


def _as_traced(state: State, code: FunctionCode, context: Context) -> list[Event] | None:
    """What the same call would do with the arguments as `tf.function` passes them: arrays and Keras variables are tensors.

    Arrays have static shapes there.  None where that is what it did, or would change no verdict.
    """
    if any(_is_hard(state, event) for event in context.summary.events.values()):
        return None
    traced = {name: _convert(value) for name, value in context.arguments.items()}
    given = [k for k in sorted(_given_containers(state, context)) if _holds_arrays(state, k)]
    if traced == context.arguments and not given:
        return None
    with state.heap.unchanged():
        for key in given:
            state.heap.convert(key, _convert)
        return evaluate_with(state, code, context, traced)


def _is_hard(state: State, event: Event) -> bool:
    target = event.target if event.target in state.heap.objects else None
    if event.kind is Kind.WRITE and target is not None and isinstance(state.heap.type_of(target), ClassCode):
        return False  # the attribute may pass a value on within the call
    return event.kind in _HARD and event.field != LOSSES and event.aspect is not Aspect.BOTH_MODES


def _holds_arrays(state: State, key: str) -> bool:
    return any(_convert(value) != value for value in state.heap[key].fields.values())


def _convert(value: Value) -> Value:
    atoms: list[Atom] = []
    arrays: set[Atom] = set()
    for atom in value:
        if isinstance(atom, Array):
            arrays.add(Tensor("tensor", atom.dtype, atom.shape, of_array=True))
        elif isinstance(atom, Tensor) and is_keras_variable(atom):
            atoms.append(Tensor("tensor", atom.dtype, atom.shape, keras=True))
        elif isinstance(atom, Tuple):
            atoms.append(Tuple(tuple(_convert(e) for e in atom.elements)))
        elif isinstance(atom, LazySequence) and atom.source in ("tuple", "list", "slice", *SHAPES):
            atoms.append(LazySequence(_convert(atom.element), None, atom.source))
        elif isinstance(atom, Tensor) and (atom.masked or atom.squashed):
            lost = atom.masked or atom.mask_lost
            atoms.append(logits.as_argument(atom).but(masked=False, mask_lost=lost))
        else:
            atoms.append(atom)
    return static(frozenset(atoms)) | arrays


def _parameters(state: State, code: FunctionCode, contexts: list[Context]) -> tuple[ParameterFacts, ...]:
    names = parameter_names(code.node.args)
    if code.cls is not None and names and "staticmethod" not in decorator_names(Function(code)):
        names = names[1:]
    return tuple(parameter_facts(state, code, name, contexts) for name in names)
