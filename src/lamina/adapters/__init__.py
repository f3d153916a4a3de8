"""The world outside: models, counters, files."""
