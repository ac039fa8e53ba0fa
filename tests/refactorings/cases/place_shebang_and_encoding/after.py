#!/usr/bin/env python
# -*- coding: utf-8 -*-
import tensorflow as tf


# Doubles things.
@tf.function
def f(x):
    return x * 2
