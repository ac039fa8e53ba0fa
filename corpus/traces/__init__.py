"""Predicted numbers of traces, compared with those of TensorFlow."""
