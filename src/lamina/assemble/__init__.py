"""What is needed now, and how it is said within a budget: pure thinking."""
