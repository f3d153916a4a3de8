"""The faces: each parses, calls one word of the library, and presents the answer."""
