"""Default findings of public repositories, drawn by seed and read as their maintainers would read them."""
