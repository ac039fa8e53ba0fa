import tensorflow as tf

import core
import settings


def main():
    core.late(tf.ones([2]))
    core.early(tf.ones([2]))
    import plugin

    core.late(tf.ones([2]))
    core.early(tf.ones([2]))


main()
