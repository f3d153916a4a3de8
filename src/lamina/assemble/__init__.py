"""What is needed now, out of what is known: pure thinking."""
