"""What gradient tapes may ask about what is computed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

try:
    from tensorflow.python.eager import record
    from tensorflow.python.ops import gradients_util, resource_variable_ops
except ImportError:  # internal modules: without them, gradients are provided for
    record = gradients_util = None


def recording() -> bool:
    """Whether a gradient tape could be recording."""
    return record is None or bool(record.could_possibly_record())


def possible_gradients(tensors: Sequence[Any], variables: Sequence[Any] = ()) -> int:
    """What tapes may ask about what follows from these: nothing (0), gradients (1), or gradients of gradients, too (2)."""
    if gradients_util is None:
        return 1
    for variable in variables:  # a tape watches a variable from its first use on
        resource_variable_ops.variable_accessed(variable)
    return int(gradients_util.PossibleTapeGradientTypes(list(tensors)))


def unseen_by_tapes() -> Any:
    """A context in which no gradient tape records."""
    return nullcontext() if record is None else record.stop_recording()


def is_watched(tensor: Any) -> bool:
    """Whether a gradient tape may ask for the gradient of a tensor, or the tensor is not in the memory of the host."""
    return record is None or "CPU" not in tensor.device or bool(record.should_record_backprop([tensor]))
