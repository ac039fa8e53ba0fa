"""Rows that are kept group by group, as they are made, for the loop over whole groups: no loop copies them.

What only the backward loop reads it takes group by group; what is read after the loop is joined there, in one copy.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def room(like: Any, count: Any) -> Any:
    """Room for so many groups of rows like those of a symbolic tensor."""
    return tf.raw_ops.TensorListReserve(
        element_shape=[-1, *like.shape[1:]], num_elements=count, element_dtype=like.dtype
    )


def put(groups: Any, number: Any, rows: Any) -> Any:
    """The groups, with the rows of this one."""
    return tf.raw_ops.TensorListSetItem(input_handle=groups, index=number, item=rows)


def take(groups: Any, number: Any, like: Any) -> Any:
    """The rows of this group."""
    rows = tf.raw_ops.TensorListGetItem(
        input_handle=groups,
        index=number,
        element_shape=[-1, *like.shape[1:]],
        element_dtype=like.dtype,
    )
    return tf.ensure_shape(rows, [None, *like.shape[1:]])


def joined(groups: Any, sizes: Any, like: Any) -> Any:
    """The rows of all groups, one group after the other; where none were put, as many rows of zeros as `sizes` says."""
    rows, _ = tf.raw_ops.TensorListConcatV2(
        input_handle=groups,
        element_shape=tf.constant([-1, *like.shape[1:]]),
        leading_dims=tf.cast(sizes, tf.int64),
        element_dtype=like.dtype,
    )
    return tf.ensure_shape(rows, [None, *like.shape[1:]])
