"""The version of the package, as its metadata has it."""

from importlib.metadata import version
from typing import Final

__version__: Final = version("persian-engine")
