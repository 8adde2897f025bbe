import pytest

from engine.reading.reader import Reader


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader(device="cpu")
