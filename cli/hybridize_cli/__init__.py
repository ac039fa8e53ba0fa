"""The `hybridize` command: reads options, calls the analyzer, prints what it found, and nothing else."""
