"""Voices that the user brought in place of shipped ones."""
