import tensorflow as tf
import tensorflow_datasets as tfds

digits = tfds.load("mnist", split="train", as_supervised=True)
(train, test), info = tfds.load("cifar10", split=["train", "test"], with_info=True)
every = tfds.load("horses_or_humans:3.*.*", as_supervised=True)
whole = tfds.load("fashion_mnist", split=tfds.Split.TEST, batch_size=-1)
sentences = tfds.load(name="ted_hrlr_translate/pt_to_en", split="train", as_supervised=True)
others = tfds.load("a_set_that_nobody_knows", split="train")
decoded = tfds.load("mnist", split="train", decoders={"image": tfds.decode.SkipDecoding()})


def of_digits(x, y):  # fact: x:tensor:float32:[?,28,28,1] y:tensor:int64:[?]
    return x, y


def of_colours(x, name):  # fact: x:tensor:uint8:[32,32,3] name:tensor:string:[]
    return x, name


def of_all_splits(x):  # fact: x:tensor:uint8:[300,300,3]
    return tf.cast(x, tf.float32)


def of_whole(x):  # fact: x:tensor:uint8:[?,28,28,1]
    return tf.cast(x, tf.float32)


def of_sentences(source, target):  # fact: source:tensor:string:[] target:tensor:string:[]
    return tf.strings.length(source), target


def of_unknown(x):  # fact: x:tensor:float32:[?]
    return x


def of_decoded(x):  # fact: x:unknown
    return tf.io.decode_png(x)


for batch, named in digits.map(lambda x, y: (tf.cast(x, tf.float32) / 255.0, y)).batch(32):
    of_digits(batch, named)
for example in test:
    of_colours(example["image"], example["id"])
for image, _ in every["train"]:
    of_all_splits(image)
of_whole(whole["image"])
for portuguese, english in sentences:
    of_sentences(portuguese, english)
for vector in others.map(lambda example: tf.ensure_shape(tf.cast(example["x"], tf.float32), [None])):
    of_unknown(vector)
for example in decoded:
    of_decoded(example["image"])
