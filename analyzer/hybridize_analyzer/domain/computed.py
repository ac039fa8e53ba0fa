"""What code that cannot be seen makes of tensors: values that are known by their origin alone."""

from __future__ import annotations

from hybridize_analyzer.domain.values import PART, Opaque, Value

COMPUTED: Value = frozenset({Opaque("computed")})
"""What unseen code makes of the tensors that it is given."""
MADE_OBJECT = "computed object"
FROM_COMPUTATION = ("computed", PART + "computed", MADE_OBJECT, PART + MADE_OBJECT)
"""The origins of what unseen code makes of tensors, of its parts, and of the objects that a library makes for that."""


def is_computed(value: Value) -> bool:
    """Whether it may be what unseen code made of tensors, or a part of that."""
    return any(isinstance(atom, Opaque) and atom.origin in FROM_COMPUTATION for atom in value)
