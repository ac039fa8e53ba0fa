"""Networks of cells: what users call."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property, partial
from math import inf, prod
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Cell, rows_of
from hybridize_runtime.compile.checks import check_cut, check_operations, check_rows
from hybridize_runtime.compile.dispatching import know_classes
from hybridize_runtime.compile.noise import ambient_training
from hybridize_runtime.compile.partition import Program, captured, comes_before, partition, row_factors
from hybridize_runtime.compile.replicas import replica, replica_scope
from hybridize_runtime.compile.threads import calls, lock, one_at_a_time
from hybridize_runtime.compile.tracing import Trace, differ, trace
from hybridize_runtime.errors import CellError, GraphError, InputError, SecondOrderError, listing
from hybridize_runtime.execute.chunks import estimate, most_bytes, run_in_parts
from hybridize_runtime.execute.eager import run_eagerly
from hybridize_runtime.execute.execution import before, execute, outside_products
from hybridize_runtime.execute.groups import Functions, Route, route_of, run_groups
from hybridize_runtime.execute.kits import Kit, Tiles, Whole
from hybridize_runtime.execute.mappings import exhausted
from hybridize_runtime.execute.outputs import Outputs, Way
from hybridize_runtime.execute.paying import compile_seconds, group_seconds, loop_seconds, tracing_seconds
from hybridize_runtime.execute.tapes import possible_gradients, recording, unseen_by_tapes
from hybridize_runtime.execute.whole import WholeStep
from hybridize_runtime.graph.batches import (
    ANY,
    Arrays,
    batch_arrays,
    check_declared,
    check_inputs,
    kind_table,
    kinds_of,
    own_rows,
    rows_text,
    wanted_rows,
)
from hybridize_runtime.graph.buckets import bucket
from hybridize_runtime.graph.graphs import InstanceGraph, Ints
from hybridize_runtime.graph.plan import Extent, Kind, Plan, extent, make_plan
from hybridize_runtime.graph.planning import COMPARED, plan_of, sources_of, usual
from hybridize_runtime.graph.schedule import POLICIES, Forest, kind_ranks

PLANS_KEPT = 64
MOST_BODIES = 8  # kinds in the loop: XLA compiles each of them once per tile size
WIDE = 4096  # numbers that a vertex stores of one tensor, from which a tile of them is no longer in the cache
UNTRACED = 100  # calls of which gradients of gradients may be asked: tracing these takes TensorFlow ten seconds and more
SMALL = 512  # vertices in the largest group of a plan, below which only the smallest tiles are compiled
EXECUTORS = ("auto", "eager", "groups", "loop", "tiles", "small-tiles")


class Network:
    """Cells that work on one kind of state.

    `state`: the components of a vertex's state; `inputs`: the external inputs; both by name, as a width, a shape or a
    `Rows`.  `cells`: vertex functions.  `dtype`: of what is no `Rows`; of `mixed_bfloat16` and `mixed_float16`, the narrow
    one.  `memory`: bytes of buffers that a batch may need; larger ones are executed in parts, and recomputed for
    gradients.  `patience`: how many times the time of compiling the executor `auto` spends without, before it compiles; 0:
    it compiles at once.  Weights belong to whoever made them; the network only uses them.
    """

    def __init__(
        self,
        cells: Sequence[Cell],
        state: Mapping[str, Any],
        inputs: Mapping[str, Any] | None = None,
        dtype: Any = tf.float32,
        policy: str = "auto",
        tile_sizes: tuple[int, ...] = Tiles.sizes,
        small_tile_sizes: tuple[int, ...] = (32, 8),
        memory: int = 4 << 30,
        patience: float = 1.0,
    ) -> None:
        if not state:
            raise CellError("a network needs at least one component of state, such as `state={'h': 128}`")
        if policy not in (*POLICIES, "auto"):
            raise ValueError(f"there is no policy `{policy}`; choose one of {listing((*POLICIES, 'auto'))}")
        know_classes()
        self.cells = _by_name(cells)
        self.state = {name: rows_of(spec, dtype) for name, spec in state.items()}
        self.inputs = {name: rows_of(spec, dtype) for name, spec in (inputs or {}).items()}
        self._of_edges = frozenset(name for name, rows in self.inputs.items() if rows.edges)
        self.policy, self.memory, self.patience = policy, memory, patience
        self.kits: dict[str, Kit] = {
            "loop": Whole(),
            "tiles": Tiles(tile_sizes),
            "small-tiles": Tiles(small_tile_sizes),
        }
        self.kinds: tuple[Kind, ...] = tuple(kind for cell in cells for kind in cell.kinds())
        self.sources = sources_of(self.kinds)
        self.buckets: dict[str, list[Extent]] = {executor: [] for executor in self.kits}
        self._compiled: set[tuple[str, bool, bool, Extent]] = set()
        self._spent: dict[tuple[str, bool, bool, Extent], float] = {}
        self._begun = 0.0  # seconds spent on groups one by one, with which `auto` begins
        self._asked_before = 0  # calls of which gradients of gradients may be asked
        self.traces: dict[tuple[str, bool], int] = {}  # by executor and whether gradients were asked for
        self._table = kind_table(self.cells, self.kinds)
        self._ranks_of: WeakKeyDictionary[InstanceGraph, Ints] = WeakKeyDictionary()
        self._winners: list[str] = []
        self._planned_before = 0  # batches
        self._changes: bool | None = None  # whether a cell does something else in training; None: not tried
        self._plans: OrderedDict[Any, tuple[Sequence[InstanceGraph], Plan]] = OrderedDict()
        self._tensors: WeakKeyDictionary[Plan, dict[str, Arrays]] = WeakKeyDictionary()
        self._programs: dict[tuple[bool, bool, int], tuple[Program, ...]] = {}
        self._functions: dict[tuple[str, bool, bool, int], Any] = {}
        self._traces: dict[tuple[bool, int], tuple[Trace, ...]] = {}
        self._by_group: dict[tuple[bool, int], Functions] = {}
        self._most_bytes: dict[int, int] = {}  # of a vertex, by kind
        self._sizes: WeakKeyDictionary[Plan, dict[str, Extent]] = WeakKeyDictionary()
        self._checked: set[tuple[int, bool]] = (
            set()
        )  # kinds that treat rows independently, and whether in training
        self._routes: WeakKeyDictionary[Plan, Route] = WeakKeyDictionary()
        self._met: set[Hashable] = set()  # forms of calls whose functions and gradients are made

    @property
    def programs(self) -> tuple[Program, ...]:
        """The cells, traced and cut; made when first needed."""
        return self.programs_for("loop")

    @one_at_a_time
    def programs_for(self, executor: str, training: bool = False) -> tuple[Program, ...]:
        """The cells, traced and cut for an executor, as they are in training or else."""
        key = (executor in self.kits and self.kits[executor].tiled, training, replica())
        if key not in self._programs:
            programs = tuple(partition(made, key[0]) for made in self._traced(training))
            for k, program in enumerate(programs):
                check_cut(program)
                self._check_rows(k, program.trace, program.factors, training)
            self._programs[key] = programs
        return self._programs[key]

    @one_at_a_time
    def traces_for(self, training: bool = False) -> tuple[Trace, ...]:
        """The cells, traced and not cut, as they are in training or else."""
        key = (training, replica())
        if key not in self._traces:
            self._traces[key] = tuple(self._traced(training))
        return self._traces[key]

    @one_at_a_time
    def _functions_for(self, plan: Plan, training: bool) -> Functions:
        """What computes groups one by one; the kinds of the plan treat rows independently."""
        key = (training, replica())
        if key not in self._by_group:
            self._by_group[key] = Functions(self.traces_for(training), self.state)
        functions = self._by_group[key]
        for k in sorted(set(plan.steps[:, 0].tolist())):
            if (k, training) not in self._checked:
                self._check_rows(k, functions.traces[k], row_factors(functions.traces[k]), training)
        return functions

    def _check_rows(self, kind: int, made: Trace, factors: Mapping[str, int], training: bool) -> None:
        if (kind, training) not in self._checked:
            check_rows(made, factors)
            self._checked.add((kind, training))

    def _traced(self, training: bool) -> list[Trace]:
        here = replica_scope()
        with tf.init_scope(), here:
            traces = [
                trace(kind, self.cells[kind.cell], self.state, self.inputs, training) for kind in self.kinds
            ]
        for made in traces:
            check_operations(made.graph, made.kind.cell, made.variables)
        return traces

    @one_at_a_time
    def _trains(self, training: bool | None) -> bool:
        """Whether cells are to do what they do in training; for cells that do nothing else then, never."""
        wanted = ambient_training() if training is None else training
        if wanted and self._changes is None:
            pairs = zip(self.traces_for(True), self.traces_for(False), strict=True)
            self._changes = any(differ(made, other) for made, other in pairs)
        return bool(wanted and self._changes)

    def check(self) -> None:
        """Traces the cells and tries whether each treats rows independently, as the first call does otherwise.

        Raises CellError.
        """
        self.programs_for("loop")

    @one_at_a_time
    def plan(self, graphs: Sequence[InstanceGraph], policy: str | None = None) -> Plan:
        """The batching plan of these graphs together, one without vertices for none.

        Kept for when the same graphs come again.
        """
        if not graphs:
            return self.empty_plan()
        name = policy or self.policy
        key = (name, *map(id, graphs))
        if key in self._plans:
            self._plans.move_to_end(key)
            return self._plans[key][1]
        plan = self._planned(graphs, name)
        self._plans[key] = (tuple(graphs), plan)
        while len(self._plans) > PLANS_KEPT:
            self._plans.popitem(last=False)
        return plan

    def _planned(self, graphs: Sequence[InstanceGraph], name: str) -> Plan:
        shared = {key: rows.shared for key, rows in self.inputs.items()}
        if name == "auto" and len(self.kinds) - len(self.sources) > 1:
            name, self._planned_before = usual(self._winners, self._planned_before), self._planned_before + 1
        kinds = partial(kinds_of, table=self._table)
        plan = plan_of(graphs, kinds, self.kinds, shared, name, self._graph_ranks, self._of_edges)
        if name == "kind":
            self._winners = [*self._winners, plan.policy][-COMPARED:]
        return plan

    def _graph_ranks(self, graph: InstanceGraph) -> Ints:
        if graph not in self._ranks_of:
            arrays = (graph.heights, graph.offsets, graph.children)
            kinds = kinds_of([graph], self._table)
            self._ranks_of[graph] = kind_ranks(kinds, *arrays, len(self.kinds))
        return self._ranks_of[graph]

    def arrays(self, plan: Plan, executor: str) -> Arrays:
        """The plan as arrays for one executor: exact sizes for `loop`, sizes of a bucket for `tiles`.

        `wanted` are those of `wanted_rows`, with which the inputs are compared.
        """
        found = batch_arrays(
            plan, self.programs_for(executor), self._size(plan, executor), self.kits[executor].pad
        )
        return {**found, "wanted": wanted_rows(plan, self.inputs)}

    @one_at_a_time
    def _size(self, plan: Plan, executor: str) -> Extent:
        known = self._sizes.setdefault(plan, {})
        if executor not in known:
            known[executor] = self._new_size(plan, executor)
        return known[executor]

    def _new_size(self, plan: Plan, executor: str) -> Extent:
        size, kit = extent(plan), self.kits[executor]
        if not kit.tiled:
            return size
        least = [0 if comes_before(made, fuse=True) else kit.least for made in self.traces_for(False)]
        members = tuple(map(max, size.members, least))
        return bucket(replace(size, members=members), self.buckets[executor])

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator]
    def __call__(
        self,
        graphs: Sequence[InstanceGraph] | Plan,
        inputs: Mapping[str, Any] | None = None,
        executor: str = "auto",
        training: bool | None = None,
        gradients: bool | None = None,
    ) -> Outputs:
        """Computes a batch; one without graphs has results without rows.

        `inputs`: rows of each external input; of inputs that are not shared, the rows of the first instance come
        first.  `training`: what `v.training` and layers of Keras in cells get to know (default: that of the layer of Keras
        in whose `call` this is, else False).  `gradients`: whether gradients will be asked for (default: whether a gradient
        tape is recording).
        """
        if executor not in EXECUTORS:
            raise ValueError(f"there is no executor `{executor}`; choose one of {listing(EXECUTORS)}")
        if isinstance(graphs, InstanceGraph):
            raise GraphError("a batch is a list of graphs; give one graph as `[graph]`")
        if inputs is not None and not isinstance(inputs, Mapping):
            raise InputError("inputs are given by name, as `{'x': rows}`")
        given = {name: self.rows_given(name, value) for name, value in (inputs or {}).items()}
        if not isinstance(graphs, Plan) and not graphs:
            return self._nothing([*given.values()])
        plan = graphs if isinstance(graphs, Plan) else self.plan(graphs)
        check_inputs(plan, given, self.inputs)
        given = {name: _as_many(plan, name, rows) for name, rows in given.items()}
        way = self.way(training, gradients)
        if not isinstance(graphs, Plan) and len(graphs) > 1 and executor != "eager":
            count = self.parts(plan, way)
            if count > 1:
                return run_in_parts(self, graphs, given, count, executor, way)
        return self.run(plan, given, executor, way)

    def function(self, step: Callable[..., Any]) -> WholeStep:
        """Decorator: makes `step(run, *arguments)` a function of `(graphs, *arguments)`, which runs as one graph.

        `run(inputs, training=None, gradients=None)` computes the batch, as calling the network does.  Everything else in
        `step` is traced with it: a tape, losses, updates of weights.  What it returns are tensors.  Until tracing has
        paid, and where a batch is computed in parts, it runs as ordinary Python.
        """
        return WholeStep(self, step)

    @one_at_a_time
    def parts(self, plan: Plan, way: Way) -> int:
        """In how many parts the memory for a batch allows it to be computed."""
        most = 0
        for k, members in enumerate(plan.members):
            if len(members) and k not in self._most_bytes:
                self._most_bytes[k] = most_bytes(self.traces_for(False)[k], self.state)
            most += len(members) and len(members) * self._most_bytes[k]
        if most <= self.memory:
            return 1  # without cutting cells, which takes longer than tracing them
        return -(-estimate(plan, self.programs, self.state, way.gradients) // self.memory)

    def way(self, training: bool | None, gradients: bool | None) -> Way:
        """How a batch is computed, with new seeds."""
        trains = self._trains(training)
        keep = recording() if gradients is None else gradients
        return Way(trains, keep, self._seeds(trains))

    def _seeds(self, training: bool) -> dict[str, Any]:
        """New seeds of the random operations of all cells."""
        return {
            f"{k}/{i}": tf.cast(draw(), symbol.dtype)
            for k, made in enumerate(self.traces_for(training))
            for i, (symbol, draw) in enumerate(made.seeds)
        }

    def _nothing(self, inputs: Sequence[Any]) -> Outputs:
        """The results of a batch without graphs: no rows of anything, and gradients that are zero."""
        traces = self.traces_for(False)
        pushes = {name: t for made in traces for name, t in made.pushes.items()}
        used = [
            *inputs,
            *(v for made in traces for v in (*made.variables.values(), *captured(made).values())),
        ]
        none = [tf.reduce_sum(tf.reshape(value, [-1])[:0]) for value in used if value.dtype.is_floating]

        def no_rows(shape: Any, dtype: Any) -> Any:
            empty = tf.zeros([0, *shape], dtype)
            return tf.add_n([empty, *(empty + tf.cast(zero, dtype) for zero in none)])

        return Outputs(
            {name: no_rows(rows.shape, rows.dtype) for name, rows in self.state.items()},
            {name: no_rows(t.shape[1:], t.dtype) for name, t in pushes.items()},
        )

    def rows_given(self, name: str, value: Any) -> Any:
        """The rows of an input as a tensor of the declared dtype: floating point of any width is cast, and so are integers.

        Raises InputError for an input that is not declared, and for integers instead of floating point or the reverse.
        """
        if name not in self.inputs:
            raise InputError(f"the network has no input `{name}`; it has {listing(self.inputs)}")
        if isinstance(value, tf.RaggedTensor):
            raise InputError(
                f"the input `{name}` is a RaggedTensor; give its rows, one after the other (`.flat_values`)"
            )
        want, given = tf.as_dtype(self.inputs[name].dtype), getattr(value, "dtype", None)
        if given is None or tf.as_dtype(given) == want:
            return tf.convert_to_tensor(value, want)
        self.check_dtype(name, given)
        return tf.cast(value, want)

    def check_dtype(self, name: str, dtype: Any) -> None:
        """Raises InputError for rows of an input that are integers instead of floating point, or the reverse."""
        want, given = tf.as_dtype(self.inputs[name].dtype), tf.as_dtype(dtype)
        alike = (given.is_floating and want.is_floating) or (given.is_integer and want.is_integer)
        if given != want and not alike:
            raise InputError(
                f"the input `{name}` is {given.name}, declared is {want.name}; cast it "
                f"(`tf.cast(…, tf.{want.name})`), or declare the input as `Rows(shape, tf.{given.name})`"
            )

    def run(self, plan: Plan, inputs: Mapping[str, Any], executor: str, way: Way) -> Outputs:
        """Computes a plan, whatever memory it needs; the inputs are tensors that fit it."""
        return self.run_by(self.resolved(plan, inputs, executor, way), plan, inputs, way)

    def resolved(self, plan: Plan, inputs: Mapping[str, Any], executor: str, way: Way) -> str:
        """The executor that computes a plan where this one is asked for; never `auto`."""
        if executor == "auto" and self._begins(plan, inputs):
            return "groups"
        chosen = self.choose(plan) if executor == "auto" else executor
        if chosen not in self.kits or not self.kits[chosen].compiled:
            return chosen
        compiled = (
            (executor != "auto" or not tf.executing_eagerly() or self._has_paid(plan, chosen, way))
            and not self._asked_twice(inputs)
            and self._may_compile(plan, chosen, way)
        )
        return chosen if compiled else "loop"

    def run_by(self, executor: str, plan: Plan, inputs: Mapping[str, Any], way: Way) -> Outputs:
        """Computes a plan by an executor that was `resolved`."""
        if executor == "eager":
            return run_eagerly(self, plan, inputs, way)
        if executor == "groups":
            return self._by_groups(plan, inputs, way)
        return self._applied(self._constants(plan, executor), inputs, executor, way)

    def _by_groups(self, plan: Plan, inputs: Mapping[str, Any], way: Way) -> Outputs:
        functions = self._functions_for(plan, way.training)
        with lock:
            if plan not in self._routes:
                self._routes[plan] = route_of(plan, functions.traces)
        given = {name: _with_a_row(_with_dense_gradient(rows)) for name, rows in inputs.items()}
        made = ("groups", *sorted(self._routes[plan].parts))
        with self._entered(made, inputs, way), nullcontext() if way.gradients else unseen_by_tapes():
            return run_groups(functions, self._routes[plan], given, way)

    def _asked_twice(self, inputs: Mapping[str, Any]) -> bool:
        """Whether tapes may ask for gradients of gradients, which XLA's operations do not have."""
        return self._possible_gradients(inputs)[0] > 1

    def _possible_gradients(self, inputs: Mapping[str, Any]) -> tuple[int, ...]:
        """What tapes may ask about results, and, where one records, about each tensor that they follow from."""
        if not recording():
            return (0,)
        traces = self.traces_for(False)
        captures = [outside for trace in traces for outside, _ in trace.captures]
        variables = [variable for trace in traces for variable in trace.variables.values()]
        tensors = [*inputs.values(), *captures]
        return (possible_gradients(tensors, variables), *(possible_gradients([each]) for each in tensors))

    def _entered(self, made: Hashable, inputs: Mapping[str, Any], way: Way) -> AbstractContextManager[None]:
        """The door of a call of the functions `made`, alone where TensorFlow has something to make for it.

        While a graph is built, gradients are made later, by whoever builds it.
        """
        if not tf.executing_eagerly():
            return calls.passed()
        asked = self._possible_gradients(inputs) if way.gradients else (0,)
        return calls.alone_at_first(self._met, (made, way.gradients, way.training, replica(), asked))

    @one_at_a_time
    def _is_traced_later(self, inputs: Mapping[str, Any]) -> bool:
        """Whether the operations of a call run one by one: those whose gradients may be differentiated again, at first."""
        if not self._asked_twice(inputs):
            return False
        self._asked_before += 1
        return self._asked_before <= UNTRACED * self.patience

    def is_worth_tracing(self) -> None:
        """Says that so much was spent on these cells, group by group, that `auto` need not begin with that."""
        self._begun = inf

    @cached_property
    def _tracing_seconds(self) -> float:
        return tracing_seconds(self.traces_for(False))

    @one_at_a_time
    def _begins(self, plan: Plan, inputs: Mapping[str, Any]) -> bool:
        """Whether groups are computed one by one: until that took about as long as tracing the loop takes."""
        if len(plan.forest) == 1 or not tf.executing_eagerly():
            return False
        if self._asked_twice(inputs):
            return False
        if self._begun >= self.patience * self._tracing_seconds:
            return False
        self._begun += group_seconds(plan)
        return True

    @one_at_a_time
    def _has_paid(self, plan: Plan, executor: str, way: Way) -> bool:
        """Whether this plan's sizes are compiled, or plans of these sizes took as long without as compiling takes."""
        key = (executor, way.gradients, way.training, self._size(plan, executor))
        if key in self._compiled:
            return True
        traces = self.traces_for(way.training)
        self._spent[key] = self._spent.get(key, 0.0) + loop_seconds(plan, traces)
        return self._spent[key] >= self.patience * compile_seconds(traces, len(self.kits[executor].sizes))

    @one_at_a_time
    def _may_compile(self, plan: Plan, executor: str, way: Way) -> bool:
        """Whether what XLA makes for this plan is there already, or there is room for it."""
        key = (executor, way.gradients, way.training, self._size(plan, executor))
        if key not in self._compiled:
            if exhausted():
                return False
            self._compiled.add(key)
        return True

    @one_at_a_time
    def _constants(self, plan: Plan, executor: str) -> Arrays:
        """The arrays of a plan as tensors; kept as long as the plan."""
        by_executor = self._tensors.setdefault(plan, {})
        if executor not in by_executor:
            with tf.init_scope():
                found = self.arrays(plan, executor)
                by_executor[executor] = {name: tf.constant(value) for name, value in found.items()}
        return by_executor[executor]

    def choose(self, plan: Plan) -> str:
        """The executor that `auto` takes for a plan; see docs/runtime.md for the measurements behind the rule."""
        if len(plan.forest) == 1:
            return "eager"
        bodies = len(self.kinds) - len(self.sources)
        if bodies > MOST_BODIES or self._wide or not xla_works():
            return "loop"
        largest = max((int(size) for kind, size in plan.steps[:, :2] if kind not in self.sources), default=0)
        return "tiles" if largest >= SMALL else "small-tiles"

    @cached_property
    def _wide(self) -> bool:
        """Whether the loop stores so much of a vertex that whole groups are faster than tiles."""
        stored = ((t, p.factors[t.name]) for p in self.programs if not p.source for t in p.saved)
        return any(prod(t.shape[1:]) * factor >= WIDE for t, factor in stored)

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator]
    def apply(
        self,
        arrays: Mapping[str, Any],
        inputs: Mapping[str, Any],
        executor: str = "loop",
        training: bool | None = None,
        gradients: bool | None = None,
    ) -> Outputs:
        """Computes a batch whose plan is given as arrays: what a `tf.data` pipeline or a `tf.function` calls.

        Raises InputError for other inputs than declared, and, when it runs, tf.errors.InvalidArgumentError for another
        number of rows than the graphs of the plan have.
        """
        inputs = {name: self.rows_given(name, value) for name, value in inputs.items()}
        check_declared(inputs, self.inputs)
        if self.kits[executor].compiled and self._asked_twice(inputs):
            raise SecondOrderError(
                f"a tape that is persistent, or inside of another one, may ask for gradients of gradients, and `{executor}` "
                "has none; give the arrays and the name of the executor `loop`"
            )
        return self._applied(arrays, inputs, executor, self.way(training, gradients))

    def _applied(
        self, arrays: Mapping[str, Any], inputs: Mapping[str, Any], executor: str, way: Way
    ) -> Outputs:
        function = self._function(executor, way.gradients, way.training)
        eager = tf.executing_eagerly() and not self.kits[executor].compiled
        if eager and self._is_traced_later(inputs):
            function = function.python_function
            arrays = {name: tf.convert_to_tensor(array) for name, array in arrays.items()}
            inputs = {name: _with_dense_gradient(rows) for name, rows in inputs.items()}
        with self._entered(executor, inputs, way), nullcontext() if way.gradients else unseen_by_tapes():
            state, pushed = function(dict(arrays), dict(inputs), dict(way.seeds))
        return Outputs(state, pushed)

    @one_at_a_time
    def _function(self, executor: str, keep: bool, training: bool = False) -> Any:
        """The compiled call.  One trace serves all plans: every dimension that varies is left open."""
        key = (executor, keep, training, replica())
        if key not in self._functions:
            self._functions[key] = self._make_function(executor, keep, training)
        return self._functions[key]

    def _make_function(self, executor: str, keep: bool, training: bool) -> Any:
        programs, kit = self.programs_for(executor, training), self.kits[executor]

        def core(rows: Any, arrays: Any, outside: Any) -> Any:
            return execute(programs, self.state, kit, rows, arrays, keep, outside)

        jit = {"jit_compile": True, "autograph": False, "reduce_retracing": True}
        inner = tf.function(core, **jit) if kit.compiled else core

        def call(arrays: Any, inputs: Any, seeds: Any) -> Any:
            if not tf.executing_eagerly():
                self.traces[executor, keep] = self.traces.get((executor, keep), 0) + 1
            given = {n: _with_a_row(r) for n, r in _as_wanted(inputs, arrays["wanted"], self.inputs).items()}
            rows = before(programs, kit, given, arrays, seeds)
            others = {k: v for k, v in arrays.items() if not k.startswith(("pull/", "push_count/", "wanted"))}
            outside = outside_products(programs, kit, arrays) if kit.tiled and keep else None
            states, pushed = inner(rows, others, outside)
            states = {name: value[: arrays["read_count"]] for name, value in states.items()}
            return states, {name: value[: arrays[f"push_count/{name}"]] for name, value in pushed.items()}

        seeds = {
            f"{k}/{i}": tf.TensorSpec([2], symbol.dtype)
            for k, program in enumerate(programs)
            for i, (symbol, _) in enumerate(program.trace.seeds)
        }
        return tf.function(call, autograph=False, input_signature=[*self.signature(executor), seeds])

    def empty_plan(self) -> Plan:
        """A plan without vertices, whose arrays have the right names and ranks."""
        none = np.zeros(0, np.int32)
        pulls = {name: none for name in self.inputs if name not in self._of_edges}
        of_edges = dict.fromkeys(self._of_edges, none)
        starts = np.zeros(1, np.int32)
        forest = Forest(
            kinds=none, offsets=starts, children=none, heights=none, arity=none, starts=starts, pulls=pulls,
            reads=none, kind_count=len(self.kinds), sources=self.sources, edge_pulls=of_edges,
        )  # fmt: skip
        return make_plan(forest, self.kinds, none, "depth")

    def signature(self, executor: str) -> tuple[Any, Any]:
        """The arguments of a compiled call, with open numbers of rows."""
        arrays = batch_arrays(
            self.empty_plan(),
            self.programs_for(executor),
            Extent((0,) * len(self.kinds), 0, 0, 0),
            self.kits[executor].pad,
        )
        arrays["wanted"] = wanted_rows(self.empty_plan(), self.inputs)
        specs = {
            name: tf.TensorSpec([None, *value.shape[1:]][: value.ndim], tf.int32)
            for name, value in arrays.items()
        }
        return specs, {
            name: tf.TensorSpec([None, *rows.shape], rows.dtype) for name, rows in self.inputs.items()
        }


def xla_works() -> bool:
    """Whether this TensorFlow can compile tiles."""
    try:
        from tensorflow.compiler.tf2xla.ops import gen_xla_ops
    except ImportError:
        return False
    return hasattr(gen_xla_ops, "xla_dynamic_update_slice")


def _by_name(cells: Sequence[Cell]) -> dict[str, Cell]:
    result: dict[str, Cell] = {}
    for cell in cells:
        if cell.name in result:
            raise CellError(
                f"two cells are named `{cell.name}`; name one of them otherwise (`vertex_function(name=…)`)"
            )
        result[cell.name] = cell
    if not result:
        raise CellError("a network needs at least one cell")
    return result


def _as_many(plan: Plan, name: str, rows: Any) -> Any:
    """The rows of an input; where their number is only known when a function runs, it is compared then."""
    own = own_rows(plan, name)
    if own is None or rows.shape[0] is not None:
        return rows
    text = rows_text(name, own, "another number of")
    with tf.control_dependencies([tf.debugging.assert_equal(tf.shape(rows)[0], own, text)]):
        return tf.identity(rows)


def _as_wanted(inputs: Mapping[str, Any], wanted: Any, names: Iterable[str]) -> dict[str, Any]:
    """The inputs, once their numbers of rows are those that the instances of a plan have; see `wanted_rows`."""
    if not inputs:
        return {}
    counts = tf.stack([tf.shape(inputs[name])[0] for name in names])
    with tf.device("CPU:0"):  # where texts are
        own, least = wanted[0], wanted[1]
        fits = tf.reduce_all((counts >= least) & ((own == ANY) | (own == counts)))
        said = [
            f"the inputs {', '.join(f'`{name}`' for name in names)} have these numbers of rows:", counts,
            f"and the graphs of the batch have these together ({ANY}: any number):", own,
            "and pull at least so many:", least,
        ]  # fmt: skip
        compared = tf.raw_ops.Assert(condition=fits, data=[*map(tf.convert_to_tensor, said)], summarize=16)
    with tf.control_dependencies([compared]):
        return {name: tf.identity(rows) for name, rows in inputs.items()}


def _with_dense_gradient(rows: Any) -> Any:
    """An input, of which gradients are no slices, as those of traced functions are none."""
    rows = tf.convert_to_tensor(rows)
    return tf.reshape(rows, tf.shape(rows))


def _with_a_row(rows: Any) -> Any:
    """An input, with a row where a batch has none of it: places beside the groups read the first row."""
    if rows.shape[0]:
        return rows
    row = [[0, 1], *[[0, 0]] * (len(rows.shape) - 1)]
    return tf.cond(tf.shape(rows)[0] > 0, lambda: rows, lambda: tf.pad(rows, row))
