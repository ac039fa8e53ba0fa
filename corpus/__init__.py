"""Programs that `hybridize` is shown on and measured with."""
