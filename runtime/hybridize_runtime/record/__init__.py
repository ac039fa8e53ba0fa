"""Programs as they are written for one example: recorded calls of cells, and loops over examples."""
