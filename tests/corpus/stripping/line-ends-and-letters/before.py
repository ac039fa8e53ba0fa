import tensorflow as tf


class Ümlaut:
    größe = tf.function(lambda x: x)  # ä

    @tf.function
    def größer(self, x):
        """ß."""
        return tf.function(self.größer)(x)
