"""How fast the language server answers while somebody types."""
