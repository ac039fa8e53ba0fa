"""What code that cannot be seen makes of tensors: values that are known by their origin alone."""

from __future__ import annotations

from hybridize_analyzer.domain.values import FROM_CALLER, PART, Opaque, Value, interned_opaque

COMPUTED: Value = frozenset({Opaque("computed")})
"""What unseen code makes of the tensors that it is given."""
MADE_OBJECT = "computed object"
BATCHES = (PART + "unseen batch", PART + "computed batch")
"""The origins of what comes from an iterator that cannot be seen, and of its parts: a graph takes it from a dataset only,
and knows no length of a batch.  The second: of an iterator that unseen code has made of tensors."""
FROM_COMPUTATION = ("computed", PART + "computed", MADE_OBJECT, PART + MADE_OBJECT, BATCHES[1])
"""The origins of what unseen code makes of tensors, of its parts, and of the objects that a library makes for that."""


def is_computed(value: Value) -> bool:
    """Whether it may be what unseen code made of tensors, or a part of that."""
    return any(isinstance(atom, Opaque) and atom.origin in FROM_COMPUTATION for atom in value)


def as_batch(value: Value) -> Value:
    """What a graph gets where an iterator that cannot be seen gives a value."""
    return frozenset(
        interned_opaque(BATCHES[atom.origin in FROM_COMPUTATION])
        if isinstance(atom, Opaque) and not atom.origin.startswith(FROM_CALLER)
        else atom
        for atom in value
    )
