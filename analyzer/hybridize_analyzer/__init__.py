"""Reads TensorFlow programs and decides, function by function, what could run as a graph.

Never imports TensorFlow and never runs user code.
"""
