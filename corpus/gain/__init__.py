"""What graphs really gain, against what the analysis expects."""
