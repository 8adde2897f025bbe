"""API keys: their form, and what is stored of them (section 5).

A key is `pe_<environment>_` and 52 letters and digits: 12 that name it, 40 that are its secret (238 bits).
Stored is a salted SHA-256 of the whole; a secret of that length needs no slow hash.
"""

import hashlib
import hmac
import re
import secrets
import string
from typing import Final, Literal, NamedTuple, get_args

from engine.contract.names import Environment

Scope = Literal["diacritize", "pinglish", "translate", "speech"]  # the four capabilities
Role = Literal["owner", "member"]  # section 5, rule 5
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
PREFIX: Final = "pe"
_ALPHABET: Final = string.ascii_letters + string.digits
_ID_LENGTH: Final = 12
_SECRET_LENGTH: Final = 40
_FORM: Final = re.compile(
    rf"{PREFIX}_(?:test|live)_([A-Za-z0-9]{{{_ID_LENGTH}}})[A-Za-z0-9]{{{_SECRET_LENGTH}}}", re.ASCII
)


class Digest(NamedTuple):
    """What is stored of a key."""

    salt: bytes
    hash: bytes


# Compared with where there is no key of an id, so that an unknown key takes as long as a wrong one.
_NOBODYS: Final = Digest(bytes(16), bytes(32))


def new_key(environment: Environment) -> tuple[str, str]:
    """A fresh key and the id in it."""
    id_, secret = _random(_ID_LENGTH), _random(_SECRET_LENGTH)
    return f"{PREFIX}_{environment}_{id_}{secret}", id_


def id_of(key: str) -> str | None:
    """The id in a key; None if it has not the form of one."""
    match = _FORM.fullmatch(key)
    return match and match[1]


def digest(key: str) -> Digest:
    """What to store of a new key."""
    salt = secrets.token_bytes(16)
    return Digest(salt, _hash(salt, key))


def matches(key: str, stored: Digest | None) -> bool:
    """Whether a key is the stored one, in constant time."""
    salt, expected = stored or _NOBODYS
    return hmac.compare_digest(_hash(salt, key), expected) and stored is not None


def _hash(salt: bytes, key: str) -> bytes:
    return hashlib.sha256(salt + key.encode()).digest()


def _random(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))
