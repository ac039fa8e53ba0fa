"""The report that a whole team reads: one page about a project, and the data that it shows."""
