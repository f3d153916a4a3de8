"""Every claim Lamina makes about itself, measured through its public functions beside plain peers."""
