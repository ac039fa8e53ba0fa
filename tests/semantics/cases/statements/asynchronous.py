"""`async def`, `await`, `async with` and `async for`: not converted, but followed."""

import asyncio

import tensorflow as tf


class Source:
    left = 2

    async def __aenter__(self):  # fact: called=true refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return self

    async def __aexit__(self, *details):  # fact: called=true
        return None

    def __aiter__(self):  # fact: called=true
        return self

    async def __anext__(self):  # fact: called=true
        self.left -= 1
        if self.left < 0:
            raise StopAsyncIteration
        return tf.constant([1.0, 2.0])


async def computes(x):  # fact: called=true x:tensor:float32:[2] verdict=keep refusals=unsupported-definition
    return helper(x) + 1.0


def helper(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return tf.square(x)


def other(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
    return tf.abs(x)


async def main():  # fact: called=true verdict=keep
    async with Source() as source:
        async for x in source:
            other(await computes(x))


asyncio.run(main())
