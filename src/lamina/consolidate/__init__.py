"""How memories stand to each other: what agrees, what is said twice, what contradicts."""
