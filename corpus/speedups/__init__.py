"""What `hybridize speedup` makes of the bundled models and of public programs: docs/measured/speedups.md."""
