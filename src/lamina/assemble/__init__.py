"""What goes into a context, and how it is said. Pure: texts and counts in, a context out."""
