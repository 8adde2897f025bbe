"""A reading as marked text."""

from engine.diacritics.diacritize import Diacritized, diacritize

__all__ = ["Diacritized", "diacritize"]
