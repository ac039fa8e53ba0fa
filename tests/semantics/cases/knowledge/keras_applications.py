"""`preprocess_input` of models that Keras brings along: a tensor in, a tensor out."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.applications import efficientnet, imagenet_utils, resnet_v2, vgg19


def of_vgg(x):  # fact: x:tensor:float32:[2,4,4,3] verdict=convert safe=true
    return vgg19.preprocess_input(x)


def of_resnet(x):  # fact: x:tensor:float32:[2,4,4,3] verdict=convert safe=true
    return tf.sqrt(tf.abs(resnet_v2.preprocess_input(x)))


def with_mode(x):  # fact: x:tensor:float32:[2,4,4,3] verdict=convert safe=true
    return imagenet_utils.preprocess_input(x, mode="torch")


def of_efficientnet(x):  # fact: x:tensor:float32:[2,4,4,3] verdict=convert safe=true
    return efficientnet.preprocess_input(x * 2.0)


def of_unseen(x):  # fact: verdict=convert safe=false
    return vgg19.preprocess_input(x) * 2.0


def what_reaches(x):  # fact: x:tensor:float32:[2,4,4,3]
    return x * 2.0


def of_array(n):  # fact: verdict=keep
    return vgg19.preprocess_input(np.full((2, 4, 4, 3), float(n)))


images = tf.reshape(tf.range(96.0), [2, 4, 4, 3])
what_reaches(of_vgg(images))
what_reaches(of_resnet(images))
what_reaches(with_mode(images))
what_reaches(of_efficientnet(images))
of_array(3)
