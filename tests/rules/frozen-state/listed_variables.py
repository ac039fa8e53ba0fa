"""What a module lists: its variables and parts, of which it may get others after the trace."""

import tensorflow as tf


class Scale(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)
        self.parts = []
        self.sub = None

    # tf: differs
    def count(self, x):  # expect: HYB104
        return x * float(len(self.variables))

    # tf: differs
    def count_parts(self, x):  # expect: HYB104
        return x * float(len(self.submodules))

    # tf: differs
    def decayed(self, x):  # expect: HYB104
        return x + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])


class Fixed(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)

    # tf: same
    def decayed_alone(self, x):  # expect: convert
        return x + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])

    # tf: same
    def count_alone(self, x):  # expect: convert
        return x * float(len(self.variables))


a = tf.constant([1.0, 2.0])
counted, listed, nested, fixed = Scale(), Scale(), Scale(), Fixed()
RESULTS = [counted.count(a)]
counted.extra = tf.Variable(1.0)
RESULTS += [counted.count(a), listed.decayed(a)]
listed.parts.append(tf.Variable(1.0))
RESULTS.append(listed.decayed(a))
nested.sub = Scale()
RESULTS.append(nested.count_parts(a))
nested.sub.sub = Fixed()
RESULTS += [nested.count_parts(a), fixed.decayed_alone(a), fixed.count_alone(a)]
RESULTS += [fixed.decayed_alone(a), fixed.count_alone(a)]


class Limited(tf.Module):
    def __init__(self, limits, seen):
        super().__init__()
        self.w = tf.Variable(2.0)
        self.limits, self.seen = limits, seen

    # tf: same
    def decayed_within_limits(self, x):  # expect: convert
        return x + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])


limited = Limited({"low": -1.0, "high": 1.0}, [1, 2])
RESULTS.append(limited.decayed_within_limits(a))
limited.limits = {"low": -2.0}
limited.seen.append(3)
RESULTS.append(limited.decayed_within_limits(a))


class Options:
    def __init__(self, rate):
        self.rate = rate
        self.extra = None


class Described(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)
        self.inputs, self.options, self.entries = None, None, {}

    # tf: same
    def decayed_as_described(self, x):  # expect: convert
        return x + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])


class Extended(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)
        self.entries = None

    # tf: differs
    def decayed_as_extended(self, x):  # expect: HYB104
        return x + tf.add_n([tf.reduce_sum(v) for v in self.trainable_variables])


described, extended = Described(), Extended()
RESULTS += [described.decayed_as_described(a), extended.decayed_as_extended(a)]
described.inputs = {"image": tf.TensorSpec([None, 3], tf.float32), "sizes": [tf.TensorSpec([], tf.int32)]}
described.options = Options(0.1)
described.options.extra = tf.Variable(3.0)
described.entries["data"] = tf.data.Dataset.range(3)
extended.entries = {"image": [tf.TensorSpec([None, 3], tf.float32), tf.Variable(1.0)]}
RESULTS += [described.decayed_as_described(a), extended.decayed_as_extended(a)]
