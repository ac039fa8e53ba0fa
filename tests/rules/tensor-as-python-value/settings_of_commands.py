"""Settings of the command line have the types that `absl.flags` and `argparse` are told."""

import argparse

import tensorflow as tf
from absl import flags

flags.DEFINE_float("discount", -1.0, "Below zero: start anew.")
flags.DEFINE_string("family", "Bert", "Kind of model.")
flags.DEFINE_float("scale", None, "By what it is multiplied, if by anything.")
_LIMIT = flags.DEFINE_integer("limit", 3, "Where it starts anew.")
FLAGS = flags.FLAGS
FLAGS(["program"])

parser = argparse.ArgumentParser()
parser.add_argument("--low", type=float, default=-1.0)
parser.add_argument("--kind", default="Bert")
parser.add_argument("-q", "--quick-steps", action="store_true")
parser.add_argument("--bound", type=lambda text: tf.constant(int(text)), default="-1")
parser.set_defaults(quick_steps=True)
args = parser.parse_args([])


# tf: same
def starts_anew(x, step):  # expect: convert unsafe
    if tf.equal(step, 0) and FLAGS.discount < 0:
        x = x * 2.0
    return x


# tf: same
def starts_at_a_limit(x, step):  # expect: convert unsafe
    if tf.greater(step, 0) or _LIMIT.value > 5:
        x = x * 2.0
    return x


# tf: same
def lower(x):  # expect: convert
    return x * 2.0 if FLAGS.family.lower() == "bert" else x


# tf: same
def scaled(x):  # expect: convert
    return x if FLAGS.scale is None else x * FLAGS.scale


# tf: same
def parsed(x, step):  # expect: convert unsafe
    if tf.equal(step, 0) and args.low < 0 and args.quick_steps:
        x = x * 2.0
    return x if args.kind.lower() == "bert" else -x


def optional(x, step, offset=None):
    if tf.equal(step, 0) and offset is not None:
        x = x + offset
    return x


# tf: raises ValueError "ValueError: "
def with_nothing(x, step):  # expect: HYB105
    return optional(x, step)


# tf: raises TypeError "Tensor('cond/Identity:0', shape=(), dtype=float32) and Tenso"
def number(x, step):  # expect: HYB105, HYB112
    return x * 2.0, tf.equal(step, 0) and FLAGS.discount


# tf: differs
def answers(x, step):  # expect: HYB112
    return x * 2.0, tf.equal(step, 0) and FLAGS.discount < 0


# tf: raises TypeError "Tensor('cond/Identity:0', shape=(), dtype=int32) and Tensor("
def of_a_tensor(x, step):  # expect: HYB105, HYB112
    return x * 2.0, tf.equal(step, 0) and args.bound


for turn in range(3):
    one = tf.ones([3])
    at = tf.constant(turn)
    print(starts_anew(one, at), starts_at_a_limit(one, at), lower(one), scaled(one), parsed(one, at))
    with_nothing(one, at)
    print(number(one, at), answers(one, at), of_a_tensor(one, at))
