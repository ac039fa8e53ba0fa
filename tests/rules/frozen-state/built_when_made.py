"""`build` is called by its name right behind the statement that makes the object, and changes nothing that was there."""

import sys

import tensorflow as tf


class Actor(tf.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def build(self, start):
        self.w = tf.Variable(start)

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.w if self.kind == "sum" else x


class Agent:
    def __init__(self, name):
        self.name = name
        self.actors = {}

    def add(self, name):
        self.name = name
        self.actors[self.name] = Actor("sum")
        self.actors[self.name].build(2.0)


class Later(tf.Module):
    def build(self, start):
        self.w = tf.Variable(start)

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.w


class Shared(tf.Module):
    def build(self, start):
        self.w = tf.Variable(start)

    # tf: differs
    def apply(self, x):  # expect: HYB104
        return x * self.w


shared = Shared()


def the_shared():
    return shared


def build_shared(start):
    found = the_shared()
    found.build(start)


agent = Agent(sys.executable)
later = Later()
later.build(2.0)
for number in range(3):
    agent.add(str(number))
    agent.actors[agent.name].apply(tf.ones([2]))
    later.apply(tf.ones([2]))
    later.build(number + 3.0)
    build_shared(number + 3.0)
    shared.apply(tf.ones([2]))
