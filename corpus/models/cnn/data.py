"""Small gray images of bars: class 0 is horizontal, 1 vertical, 2 diagonal."""

import numpy as np
import tensorflow as tf

SIZE = 10
CLASSES = 3


def draw(label: int, offset: int) -> np.ndarray:
    image = np.zeros([SIZE, SIZE], dtype="float32")
    if label == 0:
        image[offset, :] = 1.0
    elif label == 1:
        image[:, offset] = 1.0
    else:
        rows = np.arange(SIZE - offset)
        image[rows + offset, rows] = 1.0
    return image


def make_images(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, CLASSES, size=count)
    images = np.stack([draw(label, rng.integers(0, SIZE // 2)) for label in labels])
    images += rng.normal(scale=0.4, size=images.shape).astype("float32")
    return images[..., None], labels.astype("int32")


def make_dataset(images: np.ndarray, labels: np.ndarray, batch_size: int) -> tf.data.Dataset:
    dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(len(images), seed=9)
    return dataset.repeat().batch(batch_size, drop_remainder=True).prefetch(2)
