"""Generators and coroutines around tensor computations."""

import asyncio

import tensorflow as tf


# tf: raises TypeError "generator"
def windows(series, size):  # expect: HYB119 "it is a generator"
    for start in range(0, series.shape[0] - size + 1, size):
        yield series[start : start + size] * 2.0


# tf: raises TypeError "coroutine"
async def fetched(series):  # expect: HYB119 "it is asynchronous"
    return series * 2.0


# tf: same
def window_mean(window):  # expect: convert
    return tf.reduce_mean(window)


# tf: same
def windows_list(series):  # expect: convert
    return [series[start : start + 2] * 2.0 for start in range(0, 4, 2)]


numbers = tf.constant([1.0, 2.0, 3.0, 4.0])
means = [window_mean(window) for window in windows(numbers, 2)]
pieces = windows_list(numbers)
later = asyncio.run(fetched(numbers))
