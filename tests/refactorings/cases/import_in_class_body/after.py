import tensorflow as tf


class A:
    import tensorflow as tf

    @tf.function
    def f(self, x):
        return self.tf.abs(x)

    class B:
        @tf.function
        def f(self, x):
            return x
