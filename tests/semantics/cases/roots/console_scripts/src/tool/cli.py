"""The commands of pyproject.toml are calls: what they pass on is seen, and `called` is true."""

import sys

import tensorflow as tf


def _scaled(x):  # fact: called=true x:tensor:float32:[2,3] verdict=convert safe=true traces=1
    return x * 2.0


def _halved(x):  # fact: called=true x:tensor:float32:[4] verdict=convert safe=true
    return x / 2.0


def _shown(x):  # fact: called=true x:tensor:float64:[] verdict=convert safe=true
    return tf.square(x)


def _shifted(x):  # fact: called=true x:tensor:int32:[1] verdict=convert safe=true
    return x + 1


def _of_plugin(x):  # fact: called=true verdict=convert safe=true
    return tf.exp(x)


def train(argv=None):  # fact: called=true argv:unknown
    argv = sys.argv if argv is None else argv
    print(_scaled(tf.ones([2, 3])))


class App:
    @classmethod
    def run(cls):  # fact: called=true
        return cls().start()

    def start(self):  # fact: called=true
        return _halved(tf.ones([4])).numpy()


def window():  # fact: called=true
    print(_shown(tf.zeros([], tf.float64)))


def old():  # fact: called=true
    print(_shifted(tf.constant([1])))


def _plugin():  # fact: called=false
    return _of_plugin(tf.ones([5]))


if __name__ == "__main__":
    train(sys.argv[1:])
