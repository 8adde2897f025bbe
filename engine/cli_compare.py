"""`persian-engine compare`: the same texts through the local and a remote engine."""

from pathlib import Path
from typing import Annotated

import typer

from engine.compare.requests import CAPABILITIES


def compare(
    context: typer.Context,
    remote: Annotated[
        str, typer.Option(help="Address of a service, https://host; its key is in PERSIAN_ENGINE_API_KEY.")
    ],
    texts: Annotated[Path, typer.Option("--input", "-i", help="UTF-8 file, one text a line.")],
    capability: Annotated[
        list[str] | None,
        typer.Option(help=f"One of {', '.join(CAPABILITIES)}, may be repeated; all by default."),
    ] = None,
    max_units: Annotated[
        int, typer.Option(min=0, help="Text units the remote engine may charge at most.")
    ] = 100_000,
    max_seconds: Annotated[
        float, typer.Option(min=0, help="Seconds of Basic speech after which no more is asked for.")
    ] = 600.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in place of the tables.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page with the differences.")] = None,
) -> None:
    """Compare the local engine with a remote one: agreement, speed and cost."""
    from tempfile import TemporaryDirectory

    from rich.console import Console
    from rich.progress import track

    from engine.compare.agreement import chrf_metric
    from engine.compare.page import page
    from engine.compare.report import report
    from engine.compare.requests import requests_of, texts_of
    from engine.compare.run import Budget, run, warm_up
    from engine.compare.table import print_report
    from engine.connecting import connect
    from engine.local import LocalEngine
    from engine.saving import save

    chosen = [known for known in CAPABILITIES if capability is None or known in capability]
    if not set(capability or ()) <= set(chosen):
        raise typer.BadParameter(f"--capability: must be one of {', '.join(CAPABILITIES)}")
    if "translate" in chosen:
        chrf_metric()  # says now that sacrebleu is missing, not after everything was charged
    try:
        requests = list(requests_of(texts_of(texts.read_text(encoding="utf-8-sig")), chosen))
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"cannot read {texts}: {error}") from None
    if not requests:
        raise typer.BadParameter(f"{texts} holds no line with a Persian letter")
    with (
        TemporaryDirectory() as folder,  # the user's own may hold answers to these texts
        connect(remote) as far,
        LocalEngine(**{**context.obj, "data_dir": folder}) as near,
    ):
        warm_up(near, chosen)
        progress = track(requests, description="requests", console=Console(stderr=True))
        measured = report(run(near, far, progress, Budget(max_units, max_seconds)))
    if html is not None:
        save(page(measured).encode(), html)
    if as_json:
        typer.echo(measured.model_dump_json(indent=2))
    else:
        print_report(measured, Console())
