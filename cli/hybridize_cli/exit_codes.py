"""What the exit code of a command says."""

CLEAN = 0
"""Nothing to report, or everything was done."""

FINDINGS = 1
"""Findings, files that could not be analysed, or (with `--diff`) edits to make."""

FAILURE = 2
"""Wrong usage, settings or paths, a file that could not be written, or an internal error."""

COMMAND_FAILED = 3
"""The command behind `--` fails on the original program, so that there is nothing to compare with."""

INTERRUPTED = 130
CLOSED = 141
