"""How a Persian text is read: marks, sounds and ezafe, from one model."""
