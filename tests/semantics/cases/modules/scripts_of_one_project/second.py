"""Sets an option between two trainings."""

import options
import tensorflow as tf

from helper import train


def plain_loss(x):  # fact: verdict=convert safe=true refusals=-
    return tf.reduce_sum(tf.square(x))


def own_loss(x):  # fact: verdict=keep safe=false refusals=frozen-state
    return tf.reduce_sum(tf.square(x)) * options.SCALE["value"]


def main():
    for number in range(3):
        train(plain_loss, 2)
        options.SCALE["value"] = float(number)
        train(own_loss, 2)


if __name__ == "__main__":
    main()
