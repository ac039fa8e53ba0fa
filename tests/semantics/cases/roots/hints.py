"""Public functions that nothing calls: type hints say what reaches them, as an assumption of the verdict."""

from typing import Annotated, List, Optional, Sequence, Tuple, Union

import numpy as np
import tensorflow as tf
from jaxtyping import Float, Float32, Int32

TensorType = Union[np.ndarray, tf.Tensor, tf.Variable]
Batch = Tuple[tf.Tensor, tf.Tensor]


class Kernel:
    def __call__(self, x: tf.Tensor) -> tf.Tensor:  # fact: x:tensor called=true
        return x * 2.0


class Sum(Kernel):
    def __init__(self, kernels: Sequence[Kernel]):  # fact: tensor_parameter=false
        self.kernels = list(kernels)

    def __call__(self, x: tf.Tensor) -> tf.Tensor:  # fact: x:tensor
        return tf.add_n([kernel(x) for kernel in self.kernels])


KERNELS = Sum([Kernel(), Kernel()])


def plain(x: tf.Tensor):  # fact: called=false x:tensor:?:? verdict=convert safe=false
    return tf.square(x)


def optional(x: tf.Tensor, mask: Optional[tf.Tensor] = None):  # fact: x:tensor mask:tensor verdict=convert safe=false
    return x if mask is None else x * mask


def optional_loud(x: tf.Tensor, mask: Optional[tf.Tensor] = None):  # fact: mask:tensor side_effects=true
    if mask is None:
        print("no mask")
        return x
    return x * mask


def quoted(x: "tf.Tensor | None", rate: "float" = 0.5):  # fact: x:tensor rate:primitive verdict=convert safe=false
    return tf.square(x) * rate


def alias(x: TensorType):  # fact: x:tensor verdict=convert safe=false
    return tf.square(x)


def tuple_alias(batch: Batch):  # fact: batch:container tensor_parameter=true verdict=convert safe=false
    images, labels = batch
    return images * labels


def listed(parts: List[tf.Tensor]):  # fact: parts:container tensor_parameter=true verdict=convert safe=false
    total = parts[0]
    for part in parts:
        total = total + part
    return total


def pairs(parts: list[tuple[tf.Tensor, float]]):  # fact: parts:container tensor_parameter=true
    return [x * rate for x, rate in parts]


def annotated(x: Annotated[tf.Tensor, "N D"]):  # fact: x:tensor verdict=convert safe=false
    return tf.square(x)


def jax_style(x: Float32[tf.Tensor, "batch 3"], y: Float[tf.Tensor, "batch 3"]):  # fact: x:tensor:float32:[?,3] y:tensor:?:[?,3]
    return x * y


def jax_index(x: Int32[tf.Tensor, "n"]):  # fact: x:tensor:int32:[?]
    return x + 1


def projects_class(kernel: Kernel, x: tf.Tensor):  # fact: kernel:object x:tensor side_effects=false verdict=convert safe=false
    return kernel(x)


def primitives(x: tf.Tensor, n: int, name: str, flag: bool):  # fact: n:primitive name:primitive flag:primitive
    return tf.square(x) * n if flag else x


def every(*parts: tf.Tensor, **options):  # fact: tensor_parameter=true
    return tf.add_n(parts)


def unknown(x, y):  # fact: x:unknown y:unknown verdict=keep
    return x, y
