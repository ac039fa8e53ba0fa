"""Benchmarks: the runtime, its rivals and the limit, side by side in one process."""
