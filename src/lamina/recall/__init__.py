"""From a query to ranked hits with their reasons: pure."""
