"""Examples as graphs, and plans that batch them: integer arrays, NumPy only."""
