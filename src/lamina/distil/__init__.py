"""From exchanges to shorter and longer-lived memory: pure."""
