"""The dynamic bundled models, with their calls batched by `hybridize fix`, against themselves as they are written."""
