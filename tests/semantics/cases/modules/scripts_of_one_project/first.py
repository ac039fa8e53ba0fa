"""Reads an option that only another script sets again and again, and one that it sets itself."""

import options
import tensorflow as tf

from helper import train


def scaled_loss(x):  # fact: verdict=convert safe=false refusals=-
    return tf.reduce_sum(tf.square(x)) * options.SCALE["value"]


def loss_of_length(x):  # fact: verdict=keep safe=false refusals=frozen-state
    return tf.reduce_sum(tf.square(x)) * options.LENGTH["value"]


def main():
    for number in range(3):
        train(scaled_loss, 2)
        options.LENGTH["value"] = float(number)
        train(loss_of_length, 2)


if __name__ == "__main__":
    main()
