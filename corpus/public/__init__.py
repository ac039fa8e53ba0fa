"""Public TensorFlow projects, pinned: fetched by name, checked, counted."""
