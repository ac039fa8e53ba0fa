from unittest.mock import patch

import tensorflow as tf
from core import scaled


def watched():
    seen = []
    with patch("tensorflow.cast", side_effect=seen.append):
        scaled(tf.ones([3]))
    assert seen


watched()
