"""pyworld, imported without the warning that its use of pkg_resources raises."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyworld

__all__ = ["pyworld"]
