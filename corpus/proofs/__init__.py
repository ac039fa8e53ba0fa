"""`hybridize verify` and `measure` on programs that nobody wrote for it."""
