"""The main job from end to end on the bundled models: check, edit a copy, run both versions, compare and time them."""
