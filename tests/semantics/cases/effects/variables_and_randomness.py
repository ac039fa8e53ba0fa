"""Variables: made in a call, they belong to the trace; assigned, they are the graph's own state."""

import tensorflow as tf

counter = tf.Variable(0)
table = tf.Variable(tf.zeros([4]))
parameters = [tf.Variable([1.0, 2.0]), tf.Variable(3.0)]
generator = tf.random.Generator.from_seed(1)
keras_seed = tf.keras.random.SeedGenerator(1)


class Holder(tf.Module):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.w = None
        self.steps = tf.Variable(0.0)
        self.built = False

    def lazily(self, x):  # fact: side_effects=false verdict=convert safe=true
        if self.w is None:
            self.w = tf.Variable(tf.ones([2]))
        return x * self.w

    def by_flag(self, x):  # fact: side_effects=false verdict=keep refusals=temporary-receiver
        if not self.built:
            self.v = tf.Variable(tf.ones([2]))
            self.built = True
        return x * self.v

    def counts(self, x):  # fact: side_effects=false verdict=convert safe=true
        self.steps.assign_add(1.0)
        return x * self.steps

    @tf.Module.with_name_scope
    def scoped(self, x):  # fact: side_effects=false verdict=convert safe=true
        return x * self.steps


def creates(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    v = tf.Variable(x)
    v.assign_add(x)
    return v * 2.0


def make():  # fact: side_effects=false verdict=keep refusals=python-result,variable-creation
    return tf.Variable([1.0, 2.0])


def creates_by_callee(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    return x * make()


def creates_by_constructor(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    return x * Holder().steps


def creates_layer(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    return tf.keras.layers.Dense(2)(x[None])


def creates_optimizer(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    tf.keras.optimizers.SGD(0.1)
    return x * 2.0


def assigns(x):  # fact: side_effects=false verdict=convert safe=true
    counter.assign(counter + 1)
    return x * 2.0


def assigns_add(x):  # fact: side_effects=false verdict=convert safe=true
    counter.assign_add(1)
    return x * tf.cast(counter, tf.float32)


def assigns_element(x):  # fact: side_effects=false verdict=convert safe=true
    table[0].assign(3.0)
    return x * 2.0


def assigns_slice(x):  # fact: side_effects=false verdict=convert safe=true
    table[1:3].assign(x)
    return x * 2.0


def scatters(x):  # fact: side_effects=false verdict=convert safe=true
    table.scatter_update(tf.IndexedSlices(x, [0, 1]))
    return x + table[:2]


def assigns_many(x):  # fact: side_effects=false verdict=convert safe=true
    for v in parameters:
        v.assign(v * 0.9)
    return x * 2.0


def assigns_by_operation(x):  # fact: side_effects=false verdict=convert refusals=-
    tf.compat.v1.assign_add(counter, 1)
    return x * 2.0


def updates_moving(x, average):  # fact: side_effects=false verdict=convert refusals=-
    average.assign(0.9 * average + 0.1 * tf.reduce_mean(x))
    return average


def returns_variable(x):  # fact: side_effects=false verdict=convert refusals=-
    counter.assign_add(1)
    return counter


def draws(x):  # fact: side_effects=false verdict=convert safe=false
    return x + tf.random.normal([2])


def draws_seeded(x):  # fact: side_effects=false verdict=convert safe=false
    return x + tf.random.normal([2], seed=3)


def draws_stateless(x):  # fact: side_effects=false verdict=convert safe=true
    return x + tf.random.stateless_normal([2], seed=[1, 2])


def draws_generator(x):  # fact: side_effects=false verdict=convert safe=true
    return x + generator.normal([2])


def draws_argument(x, source):  # fact: side_effects=false verdict=convert safe=true
    return x + source.uniform([2])


def splits_generator(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    return x + generator.split(1)[0].normal([2])


def makes_generator(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    return x + tf.random.Generator.from_seed(2).normal([2])


def global_generator(x):  # fact: side_effects=false verdict=keep refusals=variable-creation
    return x + tf.random.get_global_generator().normal([2])


def sets_seed(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    tf.random.set_seed(3)
    return x * 2.0


def shuffles(x):  # fact: side_effects=false verdict=convert safe=false
    return tf.random.shuffle(x)


def drops(x):  # fact: side_effects=false verdict=convert safe=false
    return tf.nn.dropout(x, 0.5)


def draws_keras(x):  # fact: side_effects=false verdict=convert safe=false
    return x + tf.keras.random.normal([2], seed=keras_seed)


def makes_seeds(x):  # fact: side_effects=false verdict=convert safe=true
    return x + tf.random.stateless_uniform([2], generator.make_seeds(1)[:, 0])


value = tf.constant([1.0, 2.0])
holder = Holder()
holder.lazily(value)
Holder().by_flag(value)
holder.counts(value)
holder.scoped(value)
creates(value)
creates_by_callee(value)
creates_by_constructor(value)
creates_layer(value)
creates_optimizer(value)
assigns(value)
assigns_add(value)
assigns_element(value)
assigns_slice(value)
scatters(value)
assigns_many(value)
assigns_by_operation(value)
updates_moving(value, tf.Variable(0.0))
returns_variable(value)
draws(value)
draws_seeded(value)
draws_stateless(value)
draws_generator(value)
draws_argument(value, generator)
splits_generator(value)
makes_generator(value)
global_generator(value)
sets_seed(value)
shuffles(value)
drops(value)
draws_keras(value)
makes_seeds(value)
