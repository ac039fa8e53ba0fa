"""Dicts that are returned under the names that `tf.saved_model` has for what signatures return."""

import tensorflow as tf

STEPS = {}


class Serving:
    def __init__(self):
        self.weight = tf.Variable(2.0)

    def by_name(self, key, outputs):
        if isinstance(outputs, tf.Tensor):
            return {key: outputs}
        return outputs

    # tf: same
    def predict(self, x):  # expect: convert
        return self.by_name(tf.saved_model.PREDICT_OUTPUTS, tf.square(tf.tanh(x)) * self.weight)

    # tf: same
    def classify(self, x):  # expect: convert
        scores = tf.nn.softmax(x * self.weight)
        return {
            tf.saved_model.CLASSIFY_OUTPUT_SCORES: scores,
            tf.saved_model.CLASSIFY_OUTPUT_CLASSES: tf.argmax(scores, axis=-1),
        }

    # tf: differs
    def counted(self, x):  # expect: HYB102, HYB104
        STEPS[tf.saved_model.TRAINING] = STEPS.get(tf.saved_model.TRAINING, 0) + 1
        return {tf.saved_model.PREDICT_OUTPUTS: x * self.weight * STEPS[tf.saved_model.TRAINING]}

    # tf: raises AttributeError "'tensorflow.python.framework.ops.EagerTensor' object has no "
    def described(self, x):  # expect: HYB112
        return {tf.saved_model.PREDICT_OUTPUTS: tf.tanh(x), "key": tf.saved_model.PREDICT_OUTPUTS}


serving = Serving()
for _ in range(3):
    serving.predict(tf.ones([2, 3]))
    serving.classify(tf.ones([2, 3]))
    serving.counted(tf.ones([2, 3]))
    serving.described(tf.ones([2, 3]))
KEYS = [serving.described(tf.ones([2, 3]))["key"].upper() for _ in range(2)]
