import tensorflow as tf


def serve(remote, environment):
    while True:
        name, value = remote.recv()
        remote.send(setattr(environment, name, value))


def scaled(x, space):  # fact: verdict=convert
    return (tf.cast(x, tf.float32) - space.low) / (space.high - space.low)


def run(batches, space):
    for x in batches:
        print(scaled(x, space))
