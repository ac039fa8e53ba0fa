"""What can be wrong with a graph, a cell or a call, said with its place and its remedy."""

from __future__ import annotations


class GraphError(ValueError):
    """An instance graph that cannot be executed."""


class CellError(ValueError):
    """A vertex function that does not keep its contract."""


class InputError(ValueError):
    """External inputs that do not fit the network or the graphs."""


class SecondOrderError(InputError):
    """Gradients of gradients may be asked of an executor that has none."""


def vertex_text(vertex: int, cell: str | None, instance: int | None = None) -> str:
    """How messages name a vertex."""
    where = f"vertex {vertex}" if cell is None else f"vertex {vertex} (cell `{cell}`)"
    return where if instance is None else f"{where} of instance {instance}"


def listing(names: object) -> str:
    """Names for the end of a message: sorted, in backticks."""
    return ", ".join(f"`{name}`" for name in sorted(map(str, names))) or "none"  # type: ignore[call-overload]
