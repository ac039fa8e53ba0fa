"""What is read before the first call makes it is another thing in the first call than in all others."""

import tensorflow as tf


class Flag:
    def __init__(self):
        self.built = False

    def build(self, n):
        self.w = tf.Variable(tf.ones([n]))

    # tf: differs
    def apply(self, x):  # expect: HYB104
        first = not self.built
        if not self.built:
            self.build(x.shape[-1])
            self.built = True
        return x * self.w * 100.0 if first else x * self.w


class SetByBuild:
    def __init__(self):
        self.built = False
        self.scale = 1.0

    def build(self, n):
        self.w = tf.Variable(tf.ones([n]))
        self.scale = 2.0

    # tf: differs
    def peek(self, x):  # expect: HYB104
        return x * self.scale

    # tf: differs
    def before(self, x):  # expect: HYB104
        y = x * self.scale
        return self.behind(y)

    # tf: differs
    def as_argument(self, x):  # expect: HYB104
        return self.behind(x * self.scale)

    # tf: same
    def behind(self, x):  # expect: convert
        if not self.built:
            self.build(x.shape[-1])
            self.built = True
        return x * self.w * self.scale


class Inline:
    def __init__(self):
        self.w = None
        self.scale = 1.0

    # tf: differs
    def apply(self, x):  # expect: HYB104
        y = x * self.scale
        if self.w is None:
            self.w = tf.Variable(tf.ones([x.shape[-1]]))
            self.scale = 2.0
        return y * self.w


class Kept:
    def __init__(self):
        self.w = None

    # tf: differs
    def apply(self, x):  # expect: HYB104
        old = self.w
        if self.w is None:
            self.w = tf.Variable(tf.ones([x.shape[-1]]))
        return x + self.w if old is None else x * self.w


class Asked:
    # tf: differs
    def peek(self, x):  # expect: HYB104
        return x * self.w if hasattr(self, "w") else x * 9.0

    # tf: differs
    def apply(self, x):  # expect: HYB104
        new = not hasattr(self, "w")
        return self.behind(x) + (3.0 if new else 0.0)

    # tf: same
    def behind(self, x):  # expect: convert
        if not hasattr(self, "w"):
            self.w = tf.Variable(tf.ones([x.shape[-1]]))
        return x * self.w


class Inside:
    def __init__(self):
        self.w = None
        self.versions = 0.0

    # tf: same
    def apply(self, x):  # expect: convert
        if self.w is None:
            self.w = tf.Variable(tf.ones([x.shape[-1]]))
            self.versions = self.versions + 1.0
        return x * self.w * self.versions


w = None


# tf: differs
def of_module(x):  # expect: HYB104
    global w
    first = w is None
    if w is None:
        w = tf.Variable(tf.ones([x.shape[-1]]))
    return x * w + (5.0 if first else 0.0)


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
flag, inline, kept, asked, other, inside = Flag(), Inline(), Kept(), Asked(), Asked(), Inside()
by_build, argument, peeked = SetByBuild(), SetByBuild(), SetByBuild()
for _ in range(3):
    flag.apply(x)
    by_build.before(x)
    argument.as_argument(x)
    peeked.peek(x)
    peeked.behind(x)
    inline.apply(x)
    kept.apply(x)
    asked.apply(x)
    other.peek(x)
    other.behind(x)
    inside.apply(x)
    of_module(x)
