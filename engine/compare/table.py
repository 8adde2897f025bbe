"""A report as tables on the terminal."""

from rich.console import Console
from rich.table import Table

from engine.compare.report import Figure, Report


def print_report(report: Report, console: Console) -> None:
    """Prints the figures; the single differences are in the JSON and on the page."""
    console.print(f"local {report.local_version}, remote {report.remote_version}: {report.requests} requests")
    if report.left_out:
        console.print(f"{report.left_out} requests left out: over the budget or the allowance")
    console.print(_figures("agreement", report.agreement))
    console.print(_latencies(report))
    console.print(_figures("charged by the remote engine", report.charged))
    console.print(f"{len(report.differences)} answers differ, {len(report.failures)} requests failed")
    for failure in report.failures:
        console.print(
            f"{failure.engine} {failure.capability}: {failure.code}: {failure.message}", markup=False
        )


def shown(figure: Figure) -> str:
    """A number with its unit."""
    number = f"{figure.value:,.2f}".rstrip("0").rstrip(".")
    return f"{number} {figure.unit}".strip()


def _figures(title: str, figures: list[Figure]) -> Table:
    table = Table("", "value", title=title)
    for figure in figures:
        table.add_row(figure.name, shown(figure))
    return table


def _latencies(report: Report) -> Table:
    names = list(report.latency[0].milliseconds) if report.latency else []
    table = Table("", "engine", "requests", *(f"{name}, ms" for name in names), title="latency")
    for latency in report.latency:
        times = [f"{value:,.1f}" for value in latency.milliseconds.values()]
        table.add_row(latency.capability, latency.engine, str(latency.requests), *times)
    return table
