"""Methods of an engine made of the routes in `calls`, so that their arguments are written once."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any


def documented_as(build: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a method the name, the arguments and the documentation of a route."""

    def document(method: Callable[..., Any]) -> Callable[..., Any]:
        wraps(build)(method)
        route = signature(build)
        itself = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
        method.__signature__ = route.replace(  # type: ignore[attr-defined]
            parameters=[itself, *route.parameters.values()], return_annotation=Parameter.empty
        )
        return method

    return document
