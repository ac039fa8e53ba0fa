"""What the first method call on a new object sets is set before any other method is traced; what a later one sets is not."""

import tensorflow as tf

REGISTER = []


class Scaler:
    def fit(self, x):
        self.mean = tf.reduce_mean(x)
        self.scale = spread(x)
        return self

    # tf: same
    def transform(self, x):  # expect: convert
        return (x - self.mean) / self.scale


def spread(x):
    return tf.reduce_max(x) - tf.reduce_min(x)


class Named:
    def fit(self, x):
        self.mean = tf.reduce_mean(x)

    # tf: same
    def transform(self, x):  # expect: convert
        return x - self.mean


class FittedAgain:
    def fit(self, x):
        self.mean = tf.reduce_mean(x)
        return self

    # tf: differs
    def transform(self, x):  # expect: HYB104
        return x - self.mean


class FittedInALoop:
    def fit(self, x):
        self.mean = tf.reduce_mean(x)
        return self

    # tf: differs
    def transform(self, x):  # expect: HYB104
        return x - self.mean


class KeptAndFitted:
    def fit(self, x):
        self.mean = tf.reduce_mean(x)
        return self

    # tf: differs
    def transform(self, x):  # expect: HYB104
        return x - self.mean


class UsesItself:
    def __init__(self):
        self.mean = tf.constant(0.0)

    def fit(self, x):
        self.mean = tf.reduce_mean(self.transform(x))
        self.mean = tf.reduce_mean(self.transform(x)) + 1.0
        return self

    # tf: differs
    def transform(self, x):  # expect: HYB104
        return x - self.mean


class HandsItselfOn:
    def fit(self, x):
        self.mean = tf.reduce_mean(x)
        use(self, x)
        self.mean = tf.reduce_max(x)
        return self

    # tf: differs
    def transform(self, x):  # expect: HYB104
        return x - self.mean


def use(fitted, x):
    return fitted.transform(x)


class Registered:
    def __init__(self):
        self.mean = tf.constant(0.0)
        REGISTER.append(self)

    def fit(self, x):
        for other in REGISTER:
            tf.print(other.transform(x))
        self.mean = tf.reduce_mean(x)
        return self

    # tf: differs
    def transform(self, x):  # expect: HYB104
        return x - self.mean


x = tf.constant([1.0, 2.0, 6.0])
for n in (1.0, 2.0):
    scaler = Scaler().fit(x * n)
    print(scaler.transform(x), scaler.transform(x))

named = Named()
named.fit(x)
print(named.transform(x), named.transform(x * 2.0))

again = FittedAgain().fit(x)
print(again.transform(x))
again.fit(x * 2.0)
print(again.transform(x))

kept = FittedInALoop()
for n in (1.0, 2.0):
    kept.fit(x * n)
    print(kept.transform(x))


def old_one():
    found = None
    for n in (1.0, 2.0):
        if found is None:
            found = KeptAndFitted()
        found.fit(x * n)
        print(found.transform(x))


old_one()
uses = UsesItself().fit(x)
print(uses.transform(x))
hands = HandsItselfOn().fit(x)
print(hands.transform(x))
registered = Registered().fit(x)
print(registered.transform(x))
