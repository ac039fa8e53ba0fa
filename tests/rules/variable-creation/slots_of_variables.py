"""A dict with a slot for each variable, made when it is missing: the keys come from lists that stay, or from arguments."""

import tensorflow as tf

w, b, c = tf.Variable([1.0, 2.0]), tf.Variable(0.5), tf.Variable(1.5)


class Momentum:
    def __init__(self, rate):
        self.rate = rate
        self.slots = {}

    def apply(self, gradients, variables):
        for gradient, variable in zip(gradients, variables):
            if variable.ref() not in self.slots:
                self.slots[variable.ref()] = tf.Variable(tf.zeros_like(variable))
            slot = self.slots[variable.ref()]
            slot.assign(0.9 * slot + gradient)
            variable.assign_sub(self.rate * slot)


class ByName(Momentum):
    def apply(self, gradients, variables):
        for gradient, variable in zip(gradients, variables):
            if id(variable) not in self.slots:
                self.slots[id(variable)] = tf.Variable(tf.zeros_like(variable), trainable=False)
            self.slots[id(variable)].assign_add(gradient)
            variable.assign_sub(self.rate * self.slots[id(variable)])


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w, self.b = tf.Variable([1.0, 2.0]), tf.Variable(0.5)

    def __call__(self, x):
        return tf.tensordot(x, self.w, 1) + self.b


model = Model()
of_model, of_two, of_one, of_some = Momentum(0.001), ByName(0.001), Momentum(0.001), Momentum(0.001)
of_grown, of_left, of_cut, of_branch = Momentum(0.001), Momentum(0.001), Momentum(0.001), Momentum(0.001)
of_chosen = Momentum(0.001)


def error(x, y):
    return tf.reduce_mean(tf.square(tf.tensordot(x, w, 1) + b * c - y))


# tf: same
def model_step(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    variables = model.trainable_variables
    gradients = tape.gradient(loss, variables)
    gradients = [tf.clip_by_norm(g, 1.0) for g in gradients]
    of_model.apply(gradients, variables)
    return loss


# tf: same
def step_of_two(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        loss = error(x, y)
    of_two.apply(tape.gradient(loss, [w, b]), [w, b])
    return loss


# tf: raises ValueError "singleton"
def step_of_one(x, y, variable):  # expect: HYB102, HYB104, HYB108
    with tf.GradientTape() as tape:
        loss = error(x, y)
    of_one.apply(tape.gradient(loss, [variable]), [variable])
    return loss


# tf: raises ValueError "singleton"
def step_of_some(x, y, count):  # expect: HYB102, HYB104, HYB108
    variables = [w, b, c][:count]
    with tf.GradientTape() as tape:
        loss = error(x, y)
    of_some.apply(tape.gradient(loss, variables), variables)
    return loss


# tf: raises ValueError "singleton"
def step_of_grown(x, y, more):  # expect: HYB102, HYB104, HYB108
    variables = [w]
    if more:
        variables.append(b)
    with tf.GradientTape() as tape:
        loss = error(x, y)
    of_grown.apply(tape.gradient(loss, variables), variables)
    return loss


# tf: raises ValueError "non-first call"
def step_of_cut(x, y, count):  # expect: HYB102, HYB104, HYB108
    with tf.GradientTape() as tape:
        loss = error(x, y)
    gradients = tape.gradient(loss, [w, b])
    of_cut.apply(gradients[:count], [w, b])
    return loss


# tf: raises ValueError "non-first call"
def step_in_branch(x, y, really):  # expect: HYB102, HYB104, HYB108
    with tf.GradientTape() as tape:
        loss = error(x, y)
    if really:
        of_branch.apply(tape.gradient(loss, [w, b]), [w, b])
    return loss


# tf: raises ValueError "singleton"
def step_of_chosen(x, y, all_of_them):  # expect: HYB102, HYB104, HYB108
    variables = [w, b] if all_of_them else [w]
    with tf.GradientTape() as tape:
        loss = error(x, y)
    of_chosen.apply(tape.gradient(loss, variables), variables)
    return loss


x, y = tf.ones([8, 2]), tf.zeros([8])
results = []
for turn in range(3):
    results += [model_step(x, y), step_of_two(x, y), step_of_one(x, y, (w, b, c)[turn])]
    results += [step_of_some(x, y, turn + 1), step_of_grown(x, y, turn > 0), step_of_cut(x, y, turn)]
    results += [step_in_branch(x, y, turn > 0), step_of_chosen(x, y, turn > 0)]
# Their keys are other ones in each run of the program.
del of_model, of_two, of_one, of_some, of_grown, of_left, of_cut, of_branch, of_chosen
