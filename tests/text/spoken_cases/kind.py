"""The form of the tables of cases."""

Cases = dict[str, list[tuple[str, str]]]
"""By kind: a text, and the same text as it is read aloud."""
