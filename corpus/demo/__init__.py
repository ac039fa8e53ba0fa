"""The main job on the bundled models: check, edit a copy, run both versions, compare outputs and times."""
