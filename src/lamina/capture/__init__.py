"""Readers: one file per agent's format. Each turns the lines of a transcript into events, and counts what it cannot read."""
