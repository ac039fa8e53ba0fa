"""Networks for recorded cells that are executed together, and the plans of structures that were seen before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.execute.network import Network
from hybridize_runtime.execute.paying import recorded_seconds, recorded_tracing_seconds
from hybridize_runtime.graph.graphs import Ints
from hybridize_runtime.graph.plan import Plan, make_plan
from hybridize_runtime.graph.schedule import POLICIES
from hybridize_runtime.record.variants import Made
from hybridize_runtime.record.vertices import Batch

NETWORKS_KEPT = 16
PLANS_KEPT = 16  # per network
MOST_CELLS = 64  # of one network; above, networks are not merged
PATIENCE = 1.0  # how many times the time of tracing is spent without, before a network is traced
SETS_KEPT = 256  # of cells that were executed together


def has_paid(cells: frozenset[str]) -> bool:
    """Whether these cells were executed together for about as long as tracing a network of them takes.

    As with compiling (`execute/paying.py`), nothing is traced before.
    """
    return spent.get(cells, 0.0) >= PATIENCE * recorded_tracing_seconds(len(cells))


def note_groups(cells: frozenset[str], groups: int, rows: int) -> None:
    """Remembers that these cells were executed together in so many groups; the most recent sets are kept."""
    spent[cells] = spent.pop(cells, 0.0) + recorded_seconds(groups, rows)
    while len(spent) > SETS_KEPT:
        spent.pop(next(iter(spent)))


spent: dict[frozenset[str], float] = {}  # seconds that a network would have saved, by names of the cells


@dataclass(eq=False)
class Family:
    """A network for cells that were executed together, and the plans of structures seen before."""

    cells: dict[str, Made]
    network: Network
    batches: int = 0
    plans: OrderedDict[Hashable, Plan] = field(default_factory=OrderedDict)

    def plan(self, batch: Batch, read: Ints) -> Plan:
        """The plan of a batch; `read`: the calls of it whose results are wanted."""
        structure = batch.structure(self.network, read)
        key = structure.key
        if key not in self.plans:
            forest = structure.forest()
            policy = "depth" if len(self.network.kinds) - len(forest.sources) <= 1 else "kind"
            self.plans[key] = make_plan(forest, self.network.kinds, POLICIES[policy](forest), policy)
        self.plans.move_to_end(key)
        while len(self.plans) > PLANS_KEPT:
            self.plans.popitem(last=False)
        return self.plans[key]


families: list[Family] = []


def family_of(cells: Mapping[str, Made]) -> Family:
    """The network for these cells: one that has them, or a new one that takes over those which share a cell."""
    for family in reversed(families):
        if family.cells.keys() >= cells.keys():
            families.remove(family)
            families.append(family)
            return family
    mine = {id(made.signature) for made in cells.values() if made.signature is not None}
    related = [f for f in families if any(id(made.signature) in mine for made in f.cells.values())]
    before = {name: made for f in related for name, made in f.cells.items() if made.current}
    merged = {**before, **cells}
    if len(merged) > MOST_CELLS:
        merged, related = dict(cells), []
    for family in related:
        families.remove(family)
    families.append(Family(merged, _network(merged)))
    del families[:-NETWORKS_KEPT]
    return families[-1]


def _network(cells: Mapping[str, Made]) -> Network:
    state: dict[str, Rows] = {}
    inputs: dict[str, Rows] = {}
    for made in cells.values():
        state.update(made.state)
        inputs.update(made.inputs)
    network = Network(
        [made.cell for made in cells.values()], dict(sorted(state.items())), dict(sorted(inputs.items()))
    )
    network.check()
    network.is_worth_tracing()
    return network
