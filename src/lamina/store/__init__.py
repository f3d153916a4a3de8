"""Rows, and the index over them: one trunk, two engines."""
