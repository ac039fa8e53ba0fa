"""Networks of cells: what users call."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import tensorflow as tf

from hybridize_runtime.batches import (
    Arrays,
    batch_arrays,
    check_inputs,
    kind_table,
    kinds_of,
    own_rows,
    rows_text,
)
from hybridize_runtime.buckets import bucket
from hybridize_runtime.cells import Cell, rows_of
from hybridize_runtime.checks import check_cut, check_operations, check_rows
from hybridize_runtime.chunks import estimate, run_in_parts
from hybridize_runtime.errors import CellError, InputError, listing
from hybridize_runtime.execution import before, execute, outside_products
from hybridize_runtime.graphs import InstanceGraph, Ints
from hybridize_runtime.kits import Kit, Tiles, Whole
from hybridize_runtime.mappings import exhausted
from hybridize_runtime.partition import Program, partition
from hybridize_runtime.plan import Extent, Kind, Plan, extent, make_plan
from hybridize_runtime.planning import COMPARED, plan_of, sources_of, usual
from hybridize_runtime.schedule import POLICIES, Forest, kind_ranks
from hybridize_runtime.tracing import trace

try:
    from tensorflow.python.eager import record
except ImportError:  # an internal module: without it, gradients are provided for
    record = None

PLANS_KEPT = 64
MOST_BODIES = 8  # kinds in the loop: XLA compiles each of them once per tile size
SMALL = 512  # vertices in the largest group of a plan, below which only the smallest tiles are compiled
EXECUTORS = ("auto", "eager", "loop", "tiles", "small-tiles")


@dataclass(frozen=True, eq=False)
class Outputs:
    """Results of a batch.

    `state`: states of the vertices that were read (by default the roots), in the order of instances, [reads, ...].
    `pushed`: for each pushed name the rows of all vertices that push it, instance after instance, [vertices, ...].
    """

    state: Mapping[str, Any]
    pushed: Mapping[str, Any]


class Network:
    """Cells that work on one kind of state.

    `state`: the components of a vertex's state; `inputs`: the external inputs; both by name, as a width, a shape or a
    `Rows`.  `cells`: vertex functions.  `memory`: bytes of buffers that a batch may need; larger ones are executed in
    parts, and recomputed for gradients.  Weights belong to whoever made them; the network only uses them.
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
    ) -> None:
        if not state:
            raise CellError("a network needs at least one component of state, such as `state={'h': 128}`")
        if policy not in (*POLICIES, "auto"):
            raise ValueError(f"there is no policy `{policy}`; choose one of {listing((*POLICIES, 'auto'))}")
        self.cells = _by_name(cells)
        self.state = {name: rows_of(spec, dtype) for name, spec in state.items()}
        self.inputs = {name: rows_of(spec, dtype) for name, spec in (inputs or {}).items()}
        self.policy, self.memory = policy, memory
        self.kits: dict[str, Kit] = {
            "loop": Whole(),
            "tiles": Tiles(tile_sizes),
            "small-tiles": Tiles(small_tile_sizes),
        }
        self.kinds: tuple[Kind, ...] = tuple(kind for cell in cells for kind in cell.kinds())
        self.sources = sources_of(self.kinds)
        self.buckets: dict[str, list[Extent]] = {executor: [] for executor in self.kits}
        self._compiled: set[tuple[str, bool, Extent]] = set()
        self.traces: dict[tuple[str, bool], int] = {}  # by executor and whether gradients were asked for
        self._table = kind_table(self.cells, self.kinds)
        self._kinds_of: WeakKeyDictionary[InstanceGraph, Ints] = WeakKeyDictionary()
        self._ranks_of: WeakKeyDictionary[InstanceGraph, Ints] = WeakKeyDictionary()
        self._winners: list[str] = []
        self._planned_before = 0  # batches
        self._plans: OrderedDict[Any, tuple[Sequence[InstanceGraph], Plan]] = OrderedDict()
        self._tensors: WeakKeyDictionary[Plan, dict[str, Arrays]] = WeakKeyDictionary()
        self._programs: dict[bool, tuple[Program, ...]] = {}
        self._functions: dict[tuple[str, bool], Any] = {}

    @property
    def programs(self) -> tuple[Program, ...]:
        """The cells, traced and cut; made when first needed."""
        return self.programs_for("loop")

    def programs_for(self, executor: str) -> tuple[Program, ...]:
        """The cells, traced and cut for an executor."""
        fuse = executor in self.kits and self.kits[executor].tiled
        if fuse not in self._programs:
            with tf.init_scope():
                traces = [trace(kind, self.cells[kind.cell], self.state, self.inputs) for kind in self.kinds]
                for made in traces:
                    check_operations(made.graph, made.kind.cell)
                programs = tuple(partition(made, fuse) for made in traces)
            for program in programs:
                check_cut(program)
            self._programs[fuse] = programs
        return self._programs[fuse]

    def check(self) -> None:
        """Tries whether every cell treats rows independently.  Raises CellError otherwise."""
        for program in self.programs:
            check_rows(program)

    def plan(self, graphs: Sequence[InstanceGraph], policy: str | None = None) -> Plan:
        """The batching plan of these graphs together.  Kept for when the same graphs come again."""
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
        plan = plan_of(graphs, self._graph_kinds, self.kinds, shared, name, self._graph_ranks)
        if name == "kind":
            self._winners = [*self._winners, plan.policy][-COMPARED:]
        return plan

    def _graph_ranks(self, graph: InstanceGraph) -> Ints:
        if graph not in self._ranks_of:
            arrays = (graph.heights, graph.offsets, graph.children)
            self._ranks_of[graph] = kind_ranks(self._graph_kinds(graph), *arrays, len(self.kinds))
        return self._ranks_of[graph]

    def _graph_kinds(self, graph: InstanceGraph) -> Ints:
        if graph not in self._kinds_of:
            self._kinds_of[graph] = kinds_of(graph, self._table)
        return self._kinds_of[graph]

    def arrays(self, plan: Plan, executor: str) -> Arrays:
        """The plan as arrays for one executor: exact sizes for `loop`, sizes of a bucket for `tiles`."""
        size = self._size(plan, executor)
        return batch_arrays(plan, self.programs_for(executor), size, self.kits[executor].pad)

    def _size(self, plan: Plan, executor: str) -> Extent:
        size, kit = extent(plan), self.kits[executor]
        if not kit.tiled:
            return size
        least = [0 if program.source else kit.least for program in self.programs_for(executor)]
        members = tuple(map(max, size.members, least))
        return bucket(replace(size, members=members), self.buckets[executor])

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator]
    def __call__(
        self,
        graphs: Sequence[InstanceGraph] | Plan,
        inputs: Mapping[str, Any] | None = None,
        executor: str = "auto",
        training: bool | None = None,
    ) -> Outputs:
        """Computes a batch.

        `inputs`: rows of each external input; of inputs that are not shared, the rows of the first instance come
        first.  `training`: whether gradients will be asked for (default: whether a gradient tape is recording).
        """
        if executor not in EXECUTORS:
            raise ValueError(f"there is no executor `{executor}`; choose one of {listing(EXECUTORS)}")
        plan = graphs if isinstance(graphs, Plan) else self.plan(graphs)
        given = {name: self._rows_given(name, value) for name, value in (inputs or {}).items()}
        check_inputs(plan, given, self.inputs)
        given = {name: _as_many(plan, name, rows) for name, rows in given.items()}
        if not isinstance(graphs, Plan) and len(graphs) > 1 and executor != "eager":
            keep = recording() if training is None else training
            count = -(-estimate(plan, self.programs, self.state, keep) // self.memory)
            if count > 1:
                return run_in_parts(self, graphs, given, count, (executor, keep))
        return self.run(plan, given, executor, training)

    def _rows_given(self, name: str, value: Any) -> Any:
        """The rows of an input as a tensor.  Raises InputError for an input that is not declared, or of another dtype."""
        if name not in self.inputs:
            raise InputError(f"the network has no input `{name}`; it has {listing(self.inputs)}")
        want, given = tf.as_dtype(self.inputs[name].dtype), getattr(value, "dtype", None)
        if given is not None and tf.as_dtype(given) != want:
            raise InputError(
                f"the input `{name}` is {tf.as_dtype(given).name}, declared is {want.name}; cast it "
                f"(`tf.cast({name}, tf.{want.name})`), or declare the input as `Rows(shape, dtype)`"
            )
        return tf.convert_to_tensor(value, want)

    def run(self, plan: Plan, inputs: Mapping[str, Any], executor: str, training: bool | None) -> Outputs:
        """Computes a plan, whatever memory it needs; the inputs are tensors that fit it."""
        chosen = self.choose(plan) if executor == "auto" else executor
        if chosen == "eager":
            from hybridize_runtime.eager import run_eagerly

            return run_eagerly(self, plan, inputs)
        keep = recording() if training is None else training
        if not self._may_compile(plan, chosen, keep):
            chosen = "loop"
        result: Outputs = self.apply(self._constants(plan, chosen), inputs, chosen, keep)
        return result

    def _may_compile(self, plan: Plan, executor: str, keep: bool) -> bool:
        """Whether the executor needs no compilation for this plan, or there is room for it."""
        if not self.kits[executor].compiled:
            return True
        key = (executor, keep, self._size(plan, executor))
        if key not in self._compiled:
            if exhausted():
                return False
            self._compiled.add(key)
        return True

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
        if bodies > MOST_BODIES or not xla_works():
            return "loop"
        largest = max((int(size) for kind, size in plan.steps[:, :2] if kind not in self.sources), default=0)
        return "tiles" if largest >= SMALL else "small-tiles"

    @tf.autograph.experimental.do_not_convert  # type: ignore[untyped-decorator]
    def apply(
        self,
        arrays: Mapping[str, Any],
        inputs: Mapping[str, Any],
        executor: str = "loop",
        training: bool | None = None,
    ) -> Outputs:
        """Computes a batch whose plan is given as arrays: what a `tf.data` pipeline or a `tf.function` calls."""
        keep = recording() if training is None else training
        state, pushed = self._function(executor, keep)(dict(arrays), dict(inputs))
        return Outputs(state, pushed)

    def _function(self, executor: str, keep: bool) -> Any:
        """The compiled call.  One trace serves all plans: every dimension that varies is left open."""
        key = (executor, keep)
        if key not in self._functions:
            self._functions[key] = self._make_function(executor, keep)
        return self._functions[key]

    def _make_function(self, executor: str, keep: bool) -> Any:
        programs, kit = self.programs_for(executor), self.kits[executor]

        def core(rows: Any, arrays: Any, outside: Any) -> Any:
            return execute(programs, self.state, kit, rows, arrays, keep, outside)

        jit = {"jit_compile": True, "autograph": False, "reduce_retracing": True}
        inner = tf.function(core, **jit) if kit.compiled else core

        def call(arrays: Any, inputs: Any) -> Any:
            self.traces[executor, keep] = self.traces.get((executor, keep), 0) + 1
            given = {name: _with_a_row(rows) for name, rows in inputs.items()}
            rows = before(programs, kit, given, arrays)
            others = {k: v for k, v in arrays.items() if not k.startswith(("pull/", "push_count/"))}
            outside = outside_products(programs, kit, arrays) if kit.tiled and keep else None
            states, pushed = inner(rows, others, outside)
            states = {name: value[: arrays["read_count"]] for name, value in states.items()}
            return states, {name: value[: arrays[f"push_count/{name}"]] for name, value in pushed.items()}

        return tf.function(call, autograph=False, input_signature=self.signature(executor))

    def empty_plan(self) -> Plan:
        """A plan without vertices, whose arrays have the right names and ranks."""
        none = np.zeros(0, np.int32)
        pulls = dict.fromkeys(self.inputs, none)
        starts = np.zeros(1, np.int32)
        forest = Forest(none, starts, none, none, none, starts, pulls, none, len(self.kinds), self.sources)
        return make_plan(forest, self.kinds, none, "depth")

    def signature(self, executor: str) -> tuple[Any, Any]:
        """The arguments of a compiled call, with open numbers of rows."""
        arrays = batch_arrays(
            self.empty_plan(),
            self.programs_for(executor),
            Extent((0,) * len(self.kinds), 0, 0, 0),
            self.kits[executor].pad,
        )
        specs = {
            name: tf.TensorSpec([None, *value.shape[1:]][: value.ndim], tf.int32)
            for name, value in arrays.items()
        }
        return specs, {
            name: tf.TensorSpec([None, *rows.shape], rows.dtype) for name, rows in self.inputs.items()
        }


def recording() -> bool:
    """Whether a gradient tape could be recording."""
    return record is None or bool(record.could_possibly_record())


def is_watched(tensor: Any) -> bool:
    """Whether a gradient tape may ask for the gradient of a tensor, or the tensor is not in the memory of the host."""
    return record is None or "CPU" not in tensor.device or bool(record.should_record_backprop([tensor]))


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


def _with_a_row(rows: Any) -> Any:
    """An input, with a row where a batch has none of it: places beside the groups read the first row."""
    row = [[0, 1], *[[0, 0]] * (len(rows.shape) - 1)]
    return tf.cond(tf.shape(rows)[0] > 0, lambda: rows, lambda: tf.pad(rows, row))
