"""Edits that put the calls of a dynamic model on hybridize_runtime: cells, and scopes in which their calls are batched."""
