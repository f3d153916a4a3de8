"""From raw turns to requests and their resolutions: pure."""
