"""The words over HTTP: a door that lets in who may come in, and behind it one endpoint per word."""
