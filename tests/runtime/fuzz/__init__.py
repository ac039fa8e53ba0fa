"""Random vertex functions over random graphs: every executor against the reference.  `python -m tests.runtime.fuzz --help`."""
