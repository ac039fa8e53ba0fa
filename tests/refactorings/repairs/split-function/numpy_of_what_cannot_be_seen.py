# unsafe
import json

import numpy as np
import tensorflow as tf

weights = tf.Variable(tf.reshape(tf.range(16.0), [4, 4]) / 16.0)
load = getattr(np, json.loads("[\"ones\"]")[0])
history = []


def emphasis(batch, coefficient):
    result = np.zeros(batch.shape)
    for i, sample in enumerate(batch):
        result[i] = np.append(sample[0], sample[1:] - coefficient * sample[:-1])
    return result


def denoise():
    sound = load(12)
    for start in range(0, len(sound), 4):
        part = sound[start : start + 4]
        part = emphasis(part[np.newaxis, :], 0.5)
        part = tf.transpose(np.array(part), [0, 1])
        out = tf.tanh(tf.cast(part, tf.float32) @ weights + 1.0)
        history.append(out.numpy())


def doubled():
    sound = load(12)
    for start in range(0, len(sound), 4):
        part = sound[start : start + 4]
        held = np.zeros(4)
        held[:] = part
        out = tf.tanh(tf.cast(held, tf.float32) * weights + tf.cast(part, tf.float32) * 2.0)
        history.append(out.numpy())


denoise()
doubled()
