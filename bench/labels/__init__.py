"""What people labelled, and what was invented to trip the rules."""
