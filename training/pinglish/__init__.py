"""Training of the names that Pinglish spells by convention."""
