"""TensorFlow Datasets (`tfds`): what `load` gives."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.computed import COMPUTED
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Const,
    External,
    Tensor,
    Tuple,
    Value,
    const,
    one,
)
from hybridize_analyzer.interpreter.values.allocation import new_dict, new_list
from hybridize_analyzer.knowledge.prepared_datasets import Prepared, prepared
from hybridize_analyzer.library.tensorflow.datasets import prepared_dataset
from hybridize_analyzer.shapes.spec import integer, is_none, only

LOAD = "tensorflow_datasets.load"
_AS_THEY_ARE = "data_dir download download_and_prepare_kwargs shuffle_files try_gcs builder_kwargs".split()
"""Arguments that do not change what an example looks like."""
_UNDERSTOOD = frozenset({"name", "split", "batch_size", "as_supervised", "with_info", *_AS_THEY_ARE})
_WHOLE = -1


def load(call: Call) -> Value:
    """A dataset for a split, the same structure of datasets for several splits, a dict for none.

    With `with_info` a description stands beside it.
    """
    known = _known(call)
    supervised = truth(call.keywords.get("as_supervised") or const(False))
    batch = call.keywords.get("batch_size")
    size = None if batch is None or is_none(batch) else integer(batch)
    single = batch is None or is_none(batch)
    element = COMPUTED
    if known is not None and supervised is not None and (single or size is not None):
        element = _example(call, known, batched=not single, supervised=supervised)
    is_dataset = single or (size is not None and size != _WHOLE)
    found = one(prepared_dataset(call, element)) if is_dataset else element
    given = call.keywords.get("split")
    made = _by_split(call, given, found) if given is not None else _of_all_splits(call, found)
    described = truth(call.keywords.get("with_info") or const(False))
    if described is None:
        return UNKNOWN
    return one(Tuple((made, UNKNOWN))) if described else made


def _known(call: Call) -> Prepared | None:
    """What is known of the set that is named, where nothing else changes its examples."""
    name = _text(call.argument(0, "name") or NOTHING)
    if name is None or call.keywords.keys() - _UNDERSTOOD or len(call.args) > 1:
        return None
    return prepared(name)


def _text(value: Value) -> str | None:
    atom = only(value)
    return atom.value if isinstance(atom, Const) and isinstance(atom.value, str) else None


def _example(call: Call, known: Prepared, *, batched: bool, supervised: bool) -> Value:
    def feature(name: str) -> Value:
        dtype, shape = known.features[name]
        return one(Tensor("tensor", dtype, (None, *shape) if batched else shape))

    if not supervised:
        parts = [(const(name), feature(name)) for name in known.features]
        return new_dict(call.state, call.frame, call.node, parts)
    return one(Tuple(tuple(map(feature, known.supervised)))) if known.supervised else COMPUTED


def _by_split(call: Call, split: Value, found: Value) -> Value:
    """`split` may be one split, or a list or tuple of several."""
    if is_none(split):
        return _of_all_splits(call, found)
    if _text(split) is not None or all(isinstance(atom, External) for atom in split):
        return found
    parts = items_of(call.state, split)
    if parts is None:
        return UNKNOWN
    made = tuple(_by_split(call, part, found) for part in parts)
    if all(isinstance(atom, Tuple) for atom in split):
        return one(Tuple(made))
    return new_list(call.state, call.frame, call.node, found, exact=made)


def _of_all_splits(call: Call, found: Value) -> Value:
    return new_dict(call.state, call.frame, call.node, [(UNKNOWN, found)])
