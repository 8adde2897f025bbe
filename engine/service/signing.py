"""Addresses of finished audio that carry their own authorization (section 4, rule 5; section 5, rule 7)."""

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode

from engine.contract.errors import AudioAddressRefused, StorageUnavailable
from engine.contract.limits import AUDIO_ADDRESS_SECONDS
from engine.service.clock import moment

AUDIO_PATH: Final = "/v1/developer/audio"
_SECRET_BYTES: Final = 32
_FIELDS: Final = ["id", "expires", "signature"]


class Signer:
    """Makes and checks addresses, by HMAC-SHA256 over id and expiry (RFC 2104).

    Args:
        secret: The key.
        base_address: What the addresses begin with.
    """

    def __init__(self, secret: bytes, base_address: str) -> None:
        self._secret = secret
        self._route = base_address.rstrip("/") + AUDIO_PATH

    def address(self, id_: str, now: float) -> tuple[str, datetime]:
        """An address of an audio file that holds for an hour, and the moment it ends."""
        expires = int(now) + AUDIO_ADDRESS_SECONDS
        query = urlencode({"id": id_, "expires": expires, "signature": self._signature(id_, str(expires))})
        return f"{self._route}?{query}", moment(expires)

    def check(self, address: str, now: float) -> str:
        """The id in an address.

        Raises:
            AudioAddressRefused: It was altered, is not one of ours, or has expired.
        """
        route, _, query = address.partition("?")
        try:
            fields = parse_qsl(query, keep_blank_values=True, strict_parsing=True)
        except ValueError:
            fields = []
        if route != self._route or [name for name, _ in fields] != _FIELDS:
            raise AudioAddressRefused("this is not an audio address of this engine")
        return self.check_fields(*(value for _, value in fields), now=now)

    def check_fields(self, id_: str, expires: str, signature: str, *, now: float) -> str:
        """The same for the parts of an address; takes equally long however much of the signature is right."""
        expected = self._signature(id_, expires)
        if not hmac.compare_digest(expected.encode(), signature.encode(errors="replace")):
            raise AudioAddressRefused("the signature of the audio address is wrong")
        if int(expires) <= now:
            raise AudioAddressRefused("the audio address has expired")
        return id_

    def _signature(self, id_: str, expires: str) -> str:
        message = f"{id_}\n{expires}".encode(errors="replace")
        return hmac.new(self._secret, message, hashlib.sha256).hexdigest()


def load_secret(path: Path) -> bytes:
    """The secret in a file that only its owner may read; made at the first call, by one process alone.

    Raises:
        StorageUnavailable: It is not what this engine wrote.
    """
    if not path.exists():
        entering = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
        file = os.open(entering, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            os.write(file, secrets.token_bytes(_SECRET_BYTES))
            os.fsync(file)
        finally:
            os.close(file)
        with suppress(FileExistsError):  # another process came first: its secret is the one
            os.link(entering, path)
        entering.unlink()
    secret = path.read_bytes()
    if len(secret) != _SECRET_BYTES:
        raise StorageUnavailable(
            f"{path} is damaged",
            details={"path": str(path)},
            action="Delete the file; addresses signed with it stop working.",
        )
    path.chmod(0o600)
    return secret
