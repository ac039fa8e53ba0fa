"""Texts that stand in the program name things: each of them is a trace, and there are as many as were written."""

import tensorflow as tf

NOISES = ["gaussian", "shot", "impulse", "defocus", "glass", "motion", "zoom", "snow", "frost", "fog", "bright", "contrast"]
NOISES += ["elastic", "pixels", "jpeg"]


def load(noises):
    found = {"clean": tf.data.Dataset.range(4).repeat()}
    for noise in noises:
        for severity in range(1, 3):
            found[f"{noise}_{severity}"] = tf.data.Dataset.range(4).repeat()
    return found


seen = {"clean": tf.Variable(0, dtype=tf.int64), "corrupted": tf.Variable(0, dtype=tf.int64)}


# tf: same
def evaluate(iterator, name):  # expect: convert
    for _ in tf.range(3):
        seen["clean" if name == "clean" else "corrupted"].assign_add(next(iterator))
    return seen["clean"] + seen["corrupted"]


# tf: same
def labelled(x, text):  # expect: HYB117
    return x * (2.0 if text.startswith("epoch 1") else 3.0)


datasets = load(NOISES)
for epoch in range(2):
    for name, dataset in datasets.items():
        evaluate(iter(dataset), name)
for epoch in range(12):
    labelled(tf.ones([2]), f"epoch {epoch}")
