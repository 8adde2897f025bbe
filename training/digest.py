"""What a line of the data folder is known by where the project may not keep the line itself."""

import hashlib


def digest(line: str) -> str:
    """The beginning of its SHA-256, twelve hexadecimal digits."""
    return hashlib.sha256(line.encode()).hexdigest()[:12]
