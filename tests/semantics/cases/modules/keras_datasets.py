import tensorflow as tf

(images, labels), (test_images, test_labels) = tf.keras.datasets.mnist.load_data()
(colours, classes), _ = tf.keras.datasets.cifar100.load_data()
(houses, prices), _ = tf.keras.datasets.boston_housing.load_data(test_split=0.5)
(words, moods), _ = tf.keras.datasets.imdb.load_data()


def of_digits(x, y):  # fact: x:array:uint8:[10000,28,28] y:array:uint8:[60000]
    return tf.convert_to_tensor(x), y


def of_colours(x, y):  # fact: x:array:uint8:[50000,32,32,3] y:array:?:[50000,1]
    return tf.convert_to_tensor(x), y


def of_houses(x, y):  # fact: x:array:?:[?,13]
    return tf.convert_to_tensor(x), y


def of_words(x):  # fact: x:unknown
    return tf.convert_to_tensor(x)


def of_batches(x, y):  # fact: x:tensor:float64:[32,28,28] y:tensor:uint8:[32]
    return x, y


of_digits(test_images, labels)
of_colours(colours, classes)
of_houses(houses, prices)
of_words(words)
for batch, named in tf.data.Dataset.from_tensor_slices((images / 255.0, labels)).batch(32):
    of_batches(batch, named)
