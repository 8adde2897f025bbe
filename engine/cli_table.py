"""Tables on standard output."""

from collections.abc import Sequence


def table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Prints a table as wide as the terminal."""
    from rich.console import Console
    from rich.table import Table

    shown = Table(*header)
    for row in rows:
        shown.add_row(*row)
    Console().print(shown)


def columns(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Prints plain columns, each as wide as its widest cell: nothing is cut where a program reads them."""
    lines = [header, *rows]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
