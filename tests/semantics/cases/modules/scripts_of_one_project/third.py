"""Another program may come to a setter by a command that nothing shows."""

import options
import tensorflow as tf

from helper import train


def loss_of_width(x):  # fact: verdict=keep safe=false refusals=frozen-state
    return tf.reduce_sum(tf.square(x)) * options.WIDTH["value"]


def main():
    train(loss_of_width, 2)


if __name__ == "__main__":
    main()
