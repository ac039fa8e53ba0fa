import tensorflow as tf


class Layer(tf.Module):
    def __init__(self, units):  # fact: units:primitive called=true
        super().__init__()
        self.w = tf.Variable(tf.ones([2, 2]) * units)
        self.seen = 0

    def __call__(self, x):  # fact: tensor_parameter=true called=true x:tensor:float32:[1,2]
        return self.forward(x)

    def forward(self, x):  # fact: called=false
        raise NotImplementedError
