"""Batched execution of dynamic models on TensorFlow.  Imports nothing else of this distribution."""
