"""Training of the reading tagger."""
