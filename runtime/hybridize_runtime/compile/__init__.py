"""From a vertex function to what is computed before, in and after the loop over groups."""
