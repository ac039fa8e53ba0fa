import tensorflow as tf


async def f(x):
    return x
