"""Strip and recover: `tf.function` is taken out of public repositories, and the analysis is asked what it wants back."""
