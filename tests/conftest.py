"""Puts this folder where all tests find it, for `sizes`."""
