"""Variables of Keras 3 as arguments: a graph gets tensors in their place."""

import keras
import tensorflow as tf

weight, other = keras.Variable([1.0, 2.0]), keras.Variable([3.0, 4.0])
plain = tf.Variable([1.0, 2.0])


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'as"
def assigned(x, w):  # expect: HYB106, HYB120
    w.assign(w + x)
    return x * 2.0


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'as"
def all_assigned(x, weights):  # expect: HYB106, HYB120
    for w in weights:
        w.assign(w * 0.5)
    return x * 2.0


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'as"
def assigned_in_dict(x, state):  # expect: HYB106, HYB120
    state["a"].assign_add(x)
    return x * 2.0


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'va"
def by_value(x, w):  # expect: HYB106
    return x * w.value


# tf: differs
def by_name(x, w):  # expect: HYB106
    return x * float(len(w.name))


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'tr"
def by_trainable(x, w):  # expect: HYB106
    return x * 2.0 if w.trainable else x


# tf: differs
def differentiated(x, w):  # expect: HYB106
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x * w * w)
    return tape.gradient(y, w)


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute '_u"
def optimised(x, weights):  # expect: HYB108, HYB120
    tf.keras.optimizers.SGD(0.1).apply_gradients([(x, w) for w in weights])
    return x * 2.0


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'as"
def core(x, w):  # expect: HYB106, HYB120
    w.assign_add(x)
    return x * 1.0


# tf: same
def by_callee(x):  # expect: convert
    return core(x, weight)


# tf: same
def read(x, w):  # expect: convert
    return x * w


# tf: same
def read_list(x, weights):  # expect: convert
    return x * tf.add_n([tf.convert_to_tensor(w) for w in weights])


# tf: same
def of_closure(x):  # expect: convert
    weight.assign(weight + x)
    return x * 2.0


# tf: same
def plain_assigned(x, w):  # expect: convert
    w.assign(w + x)
    return x * 2.0


x = tf.constant([1.0, 2.0])
RESULTS = [f(x, weight) for f in (assigned, by_value, by_name, by_trainable, differentiated, read)]
RESULTS += [f(x, [weight, other]) for f in (all_assigned, optimised, read_list)]
RESULTS += [assigned_in_dict(x, {"a": weight}), by_callee(x), of_closure(x), plain_assigned(x, plain)]
