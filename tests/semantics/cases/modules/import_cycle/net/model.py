import net.losses
from net import losses as named


class Model:
    def __call__(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return x * 2.0

    def loss(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return net.losses.distance(self, x) + named.other(x)
