"""Lists and dicts that a call returns as they are: a graph returns copies of them."""

import tensorflow as tf


class Holder(tf.Module):
    def __init__(self):
        super().__init__()
        self.parts = [tf.constant(1.0)]
        self.table = {"scale": tf.constant(1.0)}
        self.weight = tf.Variable(0.0)

    # tf: differs
    def appended_to(self, x):  # expect: HYB112 "a graph returns a copy"
        self.weight.assign(x)
        return self.parts

    # tf: differs
    def written_into(self, x):  # expect: HYB112 "a graph returns a copy"
        return x * 2.0, self.table


class Fixed(tf.Module):
    def __init__(self):
        super().__init__()
        self.parts = [tf.constant(1.0)]
        self.parts.append(tf.constant(2.0))
        self.weight = tf.Variable(0.0)

    # tf: same
    def only_read(self, x):  # expect: convert
        self.weight.assign(x)
        return self.parts

    # tf: same
    def made_anew(self, x):  # expect: convert
        self.weight.assign_add(x)
        return [self.weight + x]


# tf: differs
def argument(parts, x):  # expect: HYB112 "a graph returns a copy"
    return parts, x * 2.0


# tf: same
def argument_only_read(parts, x):  # expect: convert
    return parts, x * 2.0


def main():
    x = tf.constant(2.0)
    holder, fixed = Holder(), Fixed()
    for _ in range(2):
        holder.appended_to(x).append(tf.constant(3.0))
        print(len(holder.parts))
        holder.written_into(x)[1]["shift"] = tf.constant(4.0)
        print(sorted(holder.table))
        print(len(fixed.only_read(x)))
        fixed.made_anew(x).append(x)
        parts = [x, x]
        same, _ = argument(parts, x)
        same.append(x)
        print(len(parts))
        read, _ = argument_only_read([x, x], x)
        print(len(read))


main()
