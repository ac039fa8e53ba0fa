"""JSON schemas of the machine-readable formats; `docs/json-output.md` explains them."""
