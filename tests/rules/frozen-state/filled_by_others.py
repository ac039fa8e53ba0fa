"""Arrays, buffers and containers that change between calls, without an assignment of the program."""

import io
import queue
import socket
import struct

import numpy as np
import tensorflow as tf

DRAWN = np.ones(2, np.float32)
TYPED = np.ones(2, np.float32)
PERMUTED = np.arange(2, dtype=np.float32)
READ = np.ones(2, np.float32)
PACKED = bytearray(8)
SHOWN = np.frombuffer(PACKED, np.float32)
WAITING = queue.Queue()
WAITING.put(1.0)
RECEIVED = np.ones(2, np.float32)
SENT = np.full(2, 3.0, np.float32)
GENERATOR = np.random.default_rng(0)
ONE, OTHER = socket.socketpair()


# tf: differs
def drawn(x):  # expect: HYB104
    return tf.exp(x) * DRAWN


# tf: differs
def drawn_by_position(x):  # expect: HYB104
    return tf.exp(x) * TYPED


# tf: differs
def permuted(x):  # expect: HYB104
    return tf.exp(x) * PERMUTED


# tf: differs
def read_from_a_file(x):  # expect: HYB104
    return tf.exp(x) * READ


# tf: differs
def packed(x):  # expect: HYB104
    return tf.exp(x) * SHOWN


# tf: differs
def waiting(x):  # expect: HYB104
    return tf.exp(x) * WAITING.queue[0]


# tf: differs
def received(x):  # expect: convert unsafe
    return tf.exp(x) * RECEIVED


# tf: same
def sent(x):  # expect: convert
    return tf.exp(x) * SENT


RESULTS = []


def main():
    x = tf.ones([2])
    ONE.send(SENT.tobytes())
    for turn in range(3):
        RESULTS.extend([drawn(x), drawn_by_position(x), permuted(x), read_from_a_file(x), packed(x), waiting(x)])
        RESULTS.extend([received(x), sent(x)])
        GENERATOR.standard_normal(out=DRAWN, dtype=np.float32)
        GENERATOR.random(2, np.float32, TYPED)
        GENERATOR.permuted(np.array([3.0, 4.0], np.float32), out=PERMUTED)
        io.BytesIO(SENT.tobytes()).readinto(READ)
        struct.pack_into("f", PACKED, 4, 1.5 * turn)
        WAITING.put(3.0)
        WAITING.get()
        if turn == 0:
            OTHER.recv_into(RECEIVED)


main()
ONE.close()
OTHER.close()
del ONE, OTHER
