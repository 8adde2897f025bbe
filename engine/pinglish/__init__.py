"""Pinglish: a reading written in Latin letters, with word-level alignment."""

from engine.pinglish.recover import recover, recover_word
from engine.pinglish.romanize import Romanization, romanize

__all__ = ["Romanization", "recover", "recover_word", "romanize"]
