"""A report as one HTML page that needs nothing from outside, with differing answers side by side."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from html import escape

from engine.compare.report import Difference, Figure, Report
from engine.compare.table import shown

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0 2rem; }
th, td { border-bottom: 1px solid #8886; padding: .3rem .8rem; text-align: start; vertical-align: top; }
td { font-variant-numeric: tabular-nums; }
.differences { table-layout: fixed; width: 100%; }
.differences td { unicode-bidi: plaintext; }
ins { background: #2a73; text-decoration: none; }
del { background: #c333; text-decoration: none; }
"""


def page(report: Report) -> str:
    """The page's HTML; every text is escaped."""
    latency_rows = (
        [entry.capability, entry.engine, str(entry.requests)]
        + [f"{value:,.1f}" for value in entry.milliseconds.values()]
        for entry in report.latency
    )
    percentiles = list(report.latency[0].milliseconds) if report.latency else []
    return "".join(
        [
            '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Local beside remote</title>',
            f"<style>{_STYLE}</style>\n<h1>Local beside remote</h1>\n",
            f"<p>local {escape(str(report.local_version))}, remote {escape(str(report.remote_version))}: ",
            f"{report.requests} requests, {report.left_out} left out.</p>\n",
            "<h2>Agreement</h2>\n",
            _figures(report.agreement),
            "<h2>Latency</h2>\n",
            _table(["", "engine", "requests", *(f"{name}, ms" for name in percentiles)], latency_rows),
            "<h2>Charged by the remote engine</h2>\n",
            _figures(report.charged),
            f"<h2>Differences: {len(report.differences)}</h2>\n",
            _differences(report.differences),
            f"<h2>Failures: {len(report.failures)}</h2>\n",
            _table(
                ["engine", "capability", "code", "message", "text"],
                (
                    [each.engine, each.capability, each.code, each.message, each.text]
                    for each in report.failures
                ),
            ),
            "</html>\n",
        ]
    )


def _figures(figures: list[Figure]) -> str:
    return _table(["", "value"], ([figure.name, shown(figure)] for figure in figures))


def _table(header: list[str], rows: Iterable[list[str]]) -> str:
    head = "".join(f"<th>{escape(name)}" for name in header)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}' for cell in row)}\n" for row in rows)
    return f"<table><tr>{head}\n{body}</table>\n"


def _differences(differences: list[Difference]) -> str:
    rows = []
    for each in differences:
        local, remote = _compared(each.local, each.remote)
        options = ", ".join(map(str, each.options.values()))
        rows.append(
            f"<tr><td>{each.capability} {escape(options)}<td>{escape(each.text)}<td>{local}<td>{remote}\n"
        )
    head = "<tr><th>request<th>text<th>local<th>remote\n"
    return f'<table class="differences">{head}{"".join(rows)}</table>\n'


def _compared(local: str, remote: str) -> tuple[str, str]:
    """Both texts word by word; what only one has is marked. Words stay whole, so that letters stay joined."""
    ours, theirs = local.split(" "), remote.split(" ")
    mine, other = [], []
    for kind, start, end, from_, to in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        left, right = escape(" ".join(ours[start:end])), escape(" ".join(theirs[from_:to]))
        same = kind == "equal"
        if left:
            mine.append(left if same else f"<ins>{left}</ins>")
        if right:
            other.append(right if same else f"<del>{right}</del>")
    return " ".join(mine), " ".join(other)
