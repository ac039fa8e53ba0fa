"""What runs of the program have shown: the file that `hybridize profile` writes, and what follows from it for verdicts."""
