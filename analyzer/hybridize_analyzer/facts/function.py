"""What is known of one function once the analysis is over: immutable, and enough for every rule."""

from __future__ import annotations

from dataclasses import dataclass

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.lifetime import Lifetime
from hybridize_analyzer.report import Assumption, Evidence, Location, Pattern, Tracing


@dataclass(frozen=True, slots=True)
class ParameterFacts:
    """One parameter over all visible calls.

    kind, dtype, shape: as in `report.Parameter`.  tensor, primitive: three-valued.  varying: a Python number that takes
    several values.  refilled: a list that is made, and filled otherwise, again and again: with Python numbers,
    or in a `while` loop.
    resized: a tensor reaches it whose lengths depend on values, so that they are others from call to call; batches that
    stack elements of one shape have hardly ever others.
    constant: what reaches it may be a Python value, or a structure of such, which a graph holds as it is.
    given_to_numpy: it is unknown, and a function of NumPy makes an array of it; the name of the function, and where.
    asked: it is unknown, and the function tests whether it is a tensor.
    untraceable: why `tf.function` could not take such an argument.
    confused: why different ones of its values are one trace key.  unsuited: what it is taken for that `tf.function` does
    not take, and why, where it cannot be seen.  assumed: what unseen callers are taken to pass, and why.
    """

    name: str
    kind: str
    dtype: str | None
    shape: str | None
    tensor: bool | None
    primitive: bool | None
    varying: bool
    refilled: bool
    resized: bool
    constant: bool
    asked: bool
    untraceable: str | None
    confused: str | None
    given_to_numpy: tuple[str, Location] | None
    unsuited: str | None
    assumed: Assumption | None
    arrays_inside: bool
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class FrozenRead:
    """Python state that the function reads and that changes after it was made.

    settled: as far as can be seen, only tests, setters and what makes objects change it.
    """

    event: Event
    changed: Location
    settled: bool = False


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """returned: `tensors`, `none`, `python`, `variable`, `accompanied` (by tensors), `object`, `mixed`,
    `unseen` (of unseen callers or code), `shared` (a container that changes where others have it) or `unknown`.
    unused: all its visible calls drop what it returns.

    ops, work: as in `interpreter.tracing.costs`, of the call that executes most.  repeated: a call in a loop, of it or of a
    caller.
    names_itself: it calls something by its own name.
    driven: a call in a loop that is no loop through the parts of something, outside of graphs and tests.
    share: its part of the operations of a turn of such a loop, from 0 to 1; 1 where that is not asked for (`shares`).
    seldom: the loops that call it do most of their work in other loops, or make the call in few turns.
    in_one_loop: one `for` alone calls it, once, or loops through datasets do.
    once: it is called at most once in a run.
    most_calls: how often a run calls it at most, where it is called in loops that count numbers of the text, and in these
    alone, and runs unseen code in no loop of its own.
    unseen_root: a function that leads to it, takes arguments, and has no visible call.  public_root: one that leads to it
    and can be called from outside a library.
    keeping: of a `tf.function`, the places that it reads or sets and that keep variables and layers alone.
    passing: the attributes that only pass values on within a call.
    made: of a `tf.function`, what it changes and no trace sees of another: what it has made in the same call, arrays, and
    lists and dicts that nothing reads.
    callers: path and line of the functions with visible calls of it; None for a module, a lambda.
    looping: those of them that call it in a loop of eager code; none where a `tf.function` does nothing but call it.
    growing: a parameter that every loop with an eager call gives something longer in each turn.
    relaxable: lengths of its arguments depend on values, and nothing in the function needs lengths.
    relaxed: number of traces with `reduce_retracing`, where that saves some and nothing in the function needs lengths.
    defined_rarely: its `def` is executed a few times at most in a run, as far as the project shows.
    below_graph: it is a `tf.function`, and another one leads to it.
    per_call: it is nested, and made anew for every batch of data.
    renewed: a Python value among its arguments is another one at every call.  remade: where a `tf.function` of it is made
    anew for every call, and such a call.  compiled: XLA compiles it.  configured: its decorator has arguments.
    signed: one of these is an `input_signature`.
    guarded: a call below a handler that leads to it.  survived: one that nothing handles, after which the program
    may go on: `finally`, coroutines, what unseen code calls.
    caught: names of TensorFlow's own exceptions that a caller handles, and only those, with the place.
    replaced: an exception that it raises and a caller catches, which a graph replaces; where it does, and where that does.
    written: where a caller writes out a number that it returns where a graph returns a tensor.
    wanted: it is a `tf.function`, and a caller takes its result for a tensor.
    receiver: why it could not be kept by `tf.function`.  receivers_confused: why methods of different objects are one.
    building: a place through which Keras 3 may trace it while it builds the layers around.
    misplaced: a decorator below `tf.function` that makes no function.
    looked_at: where the program asks it for what only a function of Python has, such as `__code__`.
    dressed: where `functools.wraps` copies into it what another function has that is a graph or can become one.
    asked_as_graph: it is a `tf.function`, and something of its name is asked for a concrete function or the like.
    of_weights: where it is given to Keras, which calls it with the variables of a layer.
    read_back: where the program registers it with Keras, which looks it up by its name.  in_test_case: a method of one.
    signature: an `input_signature` that fits the visible calls and prevents traces.
    patterns: forms that the runtime can batch.
    weighted: it computes with variables, its own or those of Keras layers.
    eagerly: the program runs each `tf.function` as plain Python.
    debugging: all its calls stand where the program has chosen what it names its eager mode.
    of_a_step: the object whose method it is may be made by a step of a training, and so again and again.
    framework: the one that its file is written for, where that is not TensorFlow 2.
    hook: what calls it is a graph, or is to become one: no call is visible but in tests, and a class of the program above
    its own has the method, or a graph calls one of that name; or it is what a Keras model computes, and no loop is seen to
    call it, or only other such parts are; or hooks alone call it.
    of_datasets: it is seen to be called by what methods such as `map` of datasets are given, and by nothing else.
    constructing: constructors alone are seen to call it.
    takes_gradients: it, or what it leads to, asks a tape or an optimizer for gradients.
    distributes: it, or what it leads to, has a distribution strategy run something on each replica.
    named_self: a parameter that a call can give by name only is called `self`.
    named_twice: a keyword can have the name of a parameter that is given by position only.
    inline_step: it makes a tape in each turn of a loop, which is its own or leads to it.
    of_tests: its file is one of tests, and no script.
    recorded: gradients are taken where a tape may record it.  repeats_steps: a loop over many numbers takes gradients.
    branching: calls that lead to its events and that may run one of several functions, depending on what they are made on.
    graph_of_library: where a library makes a graph of it, as `Model.fit` does of a `train_step`; None where none does, or
    where it is called in another way, too.
    in_graphs: where unseen code is called that only graphs lead to, which dispatch by themselves what it computes.
    abstract: it does nothing but raise an exception.
    in_layer: it is what Keras calls when a layer, a loss, a metric or the like (no model) is called, or a part of that, and
        its visible calls are by Keras, in other methods of such classes, in tests or in graphs.
    """

    path: str
    qualname: str
    name: str
    line: int
    location: Location
    hybrid: bool
    method: bool
    nested: bool
    generator: bool
    asynchronous: bool
    decorator: str | None
    receiver: str | None
    receivers_confused: str | None
    parameters: tuple[ParameterFacts, ...]
    events: tuple[Event, ...]
    frozen: tuple[FrozenRead, ...]
    keeping: frozenset[tuple[str, str]]
    passing: frozenset[str]
    made: frozenset[tuple[str | None, Aspect | None]]
    returned: str
    written: Location | None
    unused: bool
    recursive: bool
    names_itself: bool
    ops: int
    called: bool
    work: int
    repeated: Location | None
    driven: Location | None
    share: float
    seldom: bool
    in_one_loop: bool
    once: bool
    most_calls: int | None
    unseen_root: str | None
    public_root: str | None
    contexts: int
    sites: tuple[Location, ...]
    callers: frozenset[tuple[str, int] | None]
    looping: frozenset[tuple[str, int] | None]
    traced_somewhere: bool
    traced_everywhere: bool
    below_graph: bool
    graph_of_library: Location | None
    traced_by: Location | None
    wrapped: Location | None
    escaped: Location | None
    guarded: Location | None
    survived: Location | None
    caught: tuple[str, Location] | None
    replaced: tuple[str, Location, Location] | None
    wanted: Location | None
    temporary: Location | None
    lifetime: Lifetime | None
    mapped: Location | None
    tracing: Tracing
    relaxed: int | None
    growing: str | None
    relaxable: bool
    renewed: bool
    remade: tuple[Location, Location] | None
    defined_rarely: bool
    per_call: bool
    compiled: bool
    signed: bool
    configured: bool
    building: Location | None
    misplaced: str | None
    looked_at: Location | None
    dressed: Location | None
    asked_as_graph: bool
    of_weights: Location | None
    read_back: Location | None
    in_test_case: bool
    signature: str | None
    patterns: tuple[Pattern, ...]
    in_layer: bool
    weighted: bool
    eagerly: bool
    debugging: bool
    of_a_step: bool
    framework: str | None
    hook: bool
    of_datasets: bool
    constructing: bool
    takes_gradients: bool
    distributes: bool
    recorded: bool
    named_self: bool
    named_twice: bool
    inline_step: bool
    of_tests: bool
    repeats_steps: bool
    branching: frozenset[Location]
    in_graphs: frozenset[Location]
    abstract: bool

    def of(self, *kinds: Kind) -> tuple[Event, ...]:
        """The events of some kinds."""
        return tuple(event for event in self.events if event.kind in kinds)

    def keeps_variables(self, event: Event) -> bool:
        """Whether what an event sets or reads keeps variables and layers alone, in a `tf.function`."""
        return (event.target, event.field or ELEMENTS) in self.keeping

    @property
    def computes(self) -> bool | None:
        """Whether it executes a TensorFlow operation; unknown where unseen code runs."""
        if self.ops:
            return True
        return None if not self.contexts or self.of(Kind.UNKNOWN, Kind.UNSEEN) else False

    @property
    def tensor_parameter(self) -> bool | None:
        """Whether a tensor reaches some parameter."""
        known = [p.tensor for p in self.parameters]
        return True if True in known else None if None in known else False

    @property
    def parameterised(self) -> bool:
        """Whether one graph serves many calls, and computes something else in each.

        By a tensor or an array among the arguments; as none is a constant; or as it changes variables, draws random numbers
        or computes with weights, with constants that are the same in all calls.
        """
        arrays = any(p.kind == "array" for p in self.parameters)
        constants = [p for p in self.parameters if p.constant]
        draws = (self.weighted or bool(self.of(Kind.RANDOM))) and all(
            p.kind == "primitive" for p in constants
        )
        others = self.takes_gradients or bool(self.of(Kind.UPDATE)) or draws
        steps = others and not any(p.varying for p in constants)
        return bool(self.tensor_parameter) or arrays or steps or not constants
