"""Readers, one file per agent: the lines of a transcript become events; what cannot be read is named and skipped."""
