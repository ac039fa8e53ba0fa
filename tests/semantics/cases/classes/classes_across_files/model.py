import tensorflow as tf
from layers import Layer as Base


class Dense(Base):
    def forward(self, x):  # fact: tensor_parameter=true side_effects=false called=true verdict=convert
        return tf.matmul(x, self.w)


class Counted(Base):
    def forward(self, x):  # fact: side_effects=true called=true
        self.seen += 1
        return tf.matmul(x, self.w)
