class A:
    import tensorflow as tf

    def f(self, x):
        return self.tf.abs(x)

    class B:
        def f(self, x):
            return x
