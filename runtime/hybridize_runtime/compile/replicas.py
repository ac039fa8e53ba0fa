"""Which replica of a `tf.distribute` strategy runs: each has variables of its own, so cells are traced for each."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import tensorflow as tf


def replica() -> int:
    """The number of the replica that runs; 0 without a strategy."""
    context = tf.distribute.get_replica_context() if tf.distribute.has_strategy() else None
    if context is None:
        return 0
    number = context.replica_id_in_sync_group
    return int(tf.get_static_value(number) if isinstance(number, tf.Tensor) else number)


def replica_scope() -> Any:
    """What has to be entered in a graph that is made meanwhile, for its variables to be those of this replica."""
    context = tf.distribute.get_replica_context() if tf.distribute.has_strategy() else None
    return nullcontext() if context is None else context
