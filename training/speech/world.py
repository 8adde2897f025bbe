"""pyworld, imported when first used: it has to be compiled, and preparation alone needs it."""

import warnings
from types import ModuleType


def world() -> ModuleType:
    """The module, without the warning that its use of pkg_resources raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pyworld
    return pyworld
