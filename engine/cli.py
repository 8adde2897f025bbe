"""`persian-engine`: the engine's capabilities on the command line.

Text comes as an argument, from `--file`, or from standard input. Over 6,000 code points it goes in sections.
Exit codes stand in `EXIT_CODES`.
"""

import io
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from engine import cli_keys, cli_orgs, cli_weights
from engine.cli_compare import compare
from engine.cli_output import Write, output_file
from engine.cli_serve import serve
from engine.cli_table import table
from engine.cli_text import text_of
from engine.cli_voice import voice_of
from engine.contract.errors import EngineError, InternalError, ValidationFailed
from engine.contract.names import (
    ErrorCategory,
    Expressiveness,
    PinglishStyle,
    SpeechStyle,
    Tier,
    VowelNotation,
)
from engine.sections import Section, plan

if TYPE_CHECKING:
    from pydantic import BaseModel

    from engine.local import LocalEngine
    from engine.remote import RemoteEngine

EXIT_CODES: Final[dict[ErrorCategory, int]] = {
    "validation": 2,
    "authentication": 3,
    "authorization": 3,
    "quota": 4,
    "rate_limit": 4,
    "conflict": 5,
    "service": 6,
    "provider": 6,
    "internal": 7,
}

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command()(compare)
app.command()(serve)
app.add_typer(cli_keys.app, name="keys")
app.add_typer(cli_orgs.app, name="orgs")
app.add_typer(cli_weights.app, name="weights")

TextArgument = Annotated[
    str | None, typer.Argument(help="Persian text; without it, --file or standard input.")
]
FileOption = Annotated[Path | None, typer.Option("--file", "-f", help="Read the text from this UTF-8 file.")]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print the contract's response, one JSON line a request.")
]
KeyOption = Annotated[str | None, typer.Option(help="Idempotency key, 8 to 128 printable ASCII characters.")]
RemoteOption = Annotated[
    str | None,
    typer.Option(help="Address of a service to use, https://host; its key is in PERSIAN_ENGINE_API_KEY."),
]
OutputOption = Annotated[
    Path, typer.Option("--output", "-o", help="Audio file to write: .wav, .mp3, .flac or .ogg.")
]
TextOutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write there instead of standard output, whole or not at all."),
]


def _show_version(wanted: bool) -> None:
    if wanted:
        from engine.version import __version__

        typer.echo(f"persian-engine {__version__}")
        raise typer.Exit


@app.callback()
def settings(
    context: typer.Context,
    data_dir: Annotated[Path | None, typer.Option(help="Folder of usage, results and audio.")] = None,
    weights: Annotated[Path | None, typer.Option(help="Folder of the models' weights.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, cuda:1, ...")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="CPU threads.")] = None,
    lexicon: Annotated[Path | None, typer.Option(help="Your own readings: word TAB reading.")] = None,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and end.", is_eager=True, callback=_show_version),
    ] = False,
) -> None:
    """Offline Persian diacritization, Pinglish, translation and speech."""
    context.obj = {
        "data_dir": data_dir,
        "weights": weights,
        "device": device,
        "threads": threads,
        "lexicon": lexicon,
    }


@app.command()
def diacritize(
    context: typer.Context,
    text: TextArgument = None,
    file: FileOption = None,
    as_json: JsonOption = False,
    output: TextOutputOption = None,
    ezafe: Annotated[bool, typer.Option(help="Mark the ezafe too.")] = True,
    idempotency_key: KeyOption = None,
    remote: RemoteOption = None,
) -> None:
    """Add reading marks."""
    options = {"include_ezafe": ezafe}
    whole = text_of(text, file)
    with _engine(context, remote) as engine:
        sections = plan(whole, "diacritize", options, key=idempotency_key, version=_version(engine))

        def run(part: Section) -> Any:
            return engine.diacritize(part.text, **_keyed(part, options))

        _each(sections, run, "marked", as_json, output)


@app.command()
def pinglish(
    context: typer.Context,
    text: TextArgument = None,
    file: FileOption = None,
    as_json: JsonOption = False,
    output: TextOutputOption = None,
    style: Annotated[PinglishStyle, typer.Option(help="How letters are written.")] = "readable",
    vowel_notation: Annotated[VowelNotation, typer.Option(help="aa or ā.")] = "double_a",
    idempotency_key: KeyOption = None,
    remote: RemoteOption = None,
) -> None:
    """Write in Latin letters."""
    options = {"style": style, "vowel_notation": vowel_notation}
    whole = text_of(text, file)
    with _engine(context, remote) as engine:
        sections = plan(whole, "pinglish", options, key=idempotency_key, version=_version(engine))

        def run(part: Section) -> Any:
            return engine.pinglish(part.text, **_keyed(part, options))

        _each(sections, run, "pinglish", as_json, output)


@app.command()
def translate(
    context: typer.Context,
    text: TextArgument = None,
    file: FileOption = None,
    as_json: JsonOption = False,
    output: TextOutputOption = None,
    idempotency_key: KeyOption = None,
    remote: RemoteOption = None,
) -> None:
    """Translate into English."""
    whole = text_of(text, file)
    with _engine(context, remote) as engine:
        sections = plan(whole, "translate", {}, key=idempotency_key, version=_version(engine))

        def run(part: Section) -> Any:
            return engine.translate(part.text, **_keyed(part, {}))

        _each(sections, run, "translation", as_json, output)


@app.command()
def speak(
    context: typer.Context,
    text: TextArgument = None,
    file: FileOption = None,
    as_json: JsonOption = False,
    output: OutputOption = Path("speech.wav"),
    tier: Annotated[Tier, typer.Option(help="Price tier.")] = "basic",
    voice: Annotated[
        str | None,
        typer.Option(
            help="kian, leyla, ava, mana, amir; Premium: Zephyr, Kore, ...",
            show_default="leyla; Premium: Kore",
        ),
    ] = None,
    pace: Annotated[float, typer.Option(help="0.75 to 1.25")] = 1.0,
    style: Annotated[SpeechStyle | None, typer.Option(help="Premium only.")] = None,
    expressiveness: Annotated[Expressiveness | None, typer.Option(help="Premium only.")] = None,
    director_notes: Annotated[str | None, typer.Option(help="Premium only.")] = None,
    idempotency_key: KeyOption = None,
    remote: RemoteOption = None,
) -> None:
    """Speak into an audio file."""
    from engine.speech.director import past_the_title
    from engine.speech.join import check_output, join

    check_output(output)
    delivery = {"style": style, "expressiveness": expressiveness, "director_notes": director_notes}
    options: dict[str, Any] = {"tier": tier, "voice": voice_of(tier, voice), "pace": pace}
    options |= {name: value for name, value in delivery.items() if value is not None}
    further = {**options, "director_notes": past_the_title(director_notes)}
    whole = text_of(text, file)
    with _engine(context, remote) as engine:
        sections = plan(whole, "speech", options, key=idempotency_key, version=_version(engine))
        spoken = [part for part in sections if part.persian]
        if remote is None:
            _tell_ignored(director_notes)

        def clips() -> Iterator[bytes]:
            for section in _progress(spoken):
                asked = options if section is spoken[0] else further
                response = engine.speech(section.text, **_keyed(section, asked))
                if as_json:
                    _print_json(response)
                yield engine.download_audio(response.audio_url)

        seconds = join(clips(), output)
    typer.echo(f"{output}: {seconds:.1f} s", err=True)


@app.command()
def phonemize(
    context: typer.Context, text: TextArgument = None, file: FileOption = None, as_json: JsonOption = False
) -> None:
    """Show how the text is read, in the project's phonemic scheme."""
    from dataclasses import asdict

    with _local(context) as engine:
        for section in plan(text_of(text, file), "phonemize", {}):
            words = engine.phonemize(section.text)
            if as_json:
                typer.echo(json.dumps([asdict(word) for word in words], ensure_ascii=False))
            else:
                typer.echo(" ".join(word.notation for word in words))


@app.command()
def confidence(
    context: typer.Context,
    text: TextArgument = None,
    file: FileOption = None,
    ezafe: Annotated[bool, typer.Option(help="The ezafe too.")] = True,
    sukun: Annotated[bool, typer.Option(help="Consonants without a vowel too.")] = False,
) -> None:
    """Show each mark and how sure it is: code point, letter, mark, type, probability; tabs between."""
    start = 0
    with _local(context) as engine:
        for section in plan(text_of(text, file), "confidence", {}):
            found = engine.diacritize_with_confidence(section.text, ezafe, sukun=sukun)
            for operation, sure in zip(found.operations, found.confidences, strict=True):
                letter = section.text[operation.source_index]
                mark = unicodedata.name(operation.mark).removeprefix("ARABIC ").lower()
                place = start + operation.source_index
                typer.echo(f"{place}\t{letter}\t{mark}\t{operation.type}\t{sure:.3f}")
            start += len(section.text)


@app.command()
def usage(context: typer.Context, as_json: JsonOption = False, remote: RemoteOption = None) -> None:
    """Show what has been used in this billing period."""
    with _engine(context, remote) as engine:
        report = engine.usage()
    if as_json:
        _print_json(report)
        return
    basic, premium = report.basic_speech, report.premium_speech
    rows = [
        ("text units", f"{report.text.used_units:,}", f"{report.text.included_units:,}"),
        ("Basic seconds", f"{basic.used_seconds:,.1f}", f"{basic.included_seconds:,.1f}"),
        ("Premium seconds", f"{premium.used_seconds:,.1f}", f"{premium.included_seconds:,.1f}"),
    ]
    table(("", "used", "included"), rows)


def main() -> None:
    """Entry point: runs the command and turns errors into a message and an exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as texts come in, whatever the locale
    try:
        app()
    except EngineError as error:
        named = f"\nRequest id: {error.request_id}" if error.code == InternalError.code else ""
        typer.echo(f"persian-engine: {error.detail.message}\n{error.detail.action}{named}", err=True)
        sys.exit(EXIT_CODES[error.detail.category])
    except OSError as error:  # other files' are told where they are used
        typer.echo(f"persian-engine: standard output cannot be written: {error.strerror}", err=True)
        # What is left in the buffer would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_CODES["service"])


def _local(context: typer.Context) -> "LocalEngine":
    from engine.local import LocalEngine

    return LocalEngine(**context.obj)


def _engine(context: typer.Context, remote: str | None) -> "LocalEngine | RemoteEngine":
    if remote is None:
        return _local(context)
    unused = [f"--{name.replace('_', '-')}" for name, value in context.obj.items() if value is not None]
    if unused:
        raise typer.BadParameter(f"--remote does not go with {', '.join(unused)}")
    from engine.connecting import connect

    return connect(remote)


def _version(engine: "LocalEngine | RemoteEngine") -> str | None:
    """What a local engine runs on; a remote one tells only in its answers."""
    return getattr(engine, "engine_version", None)


def _tell_ignored(director_notes: str | None) -> None:
    """Says on standard error what of the notes will not be followed."""
    from engine.speech.director import read_notes

    for clause in read_notes(director_notes).ignored:
        typer.echo(f"director notes, ignored: {clause}", err=True)


def _keyed(section: Section, options: dict[str, Any]) -> dict[str, Any]:
    return {**options, "idempotency_key": section.key}


def _each(
    sections: list[Section],
    run: Callable[[Section], Any],
    field: Literal["marked", "pinglish", "translation"],
    as_json: bool,
    output: Path | None,
) -> None:
    """Runs the sections in order and writes each when it is there; one without Persian passes through."""
    if not any(section.persian for section in sections):
        raise ValidationFailed(
            "text: must contain at least one Persian-script letter", details={"field": "text"}
        )
    last = ""
    with _written(output) as write:
        for section in _progress(sections):
            if section.persian:
                response = run(section)
                last = f"{_json(response)}\n" if as_json else getattr(response, field)
                write(last)
            elif not as_json:
                last = section.text
                write(last)
        if not last.endswith("\n"):
            write("\n")


def _progress(sections: list[Section]) -> Iterator[Section]:
    if len(sections) == 1:
        yield from sections
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(sections, description="sections", console=Console(stderr=True))


def _written(output: Path | None) -> AbstractContextManager[Write]:
    return nullcontext(_print) if output is None else output_file(output)


def _print(text: str) -> None:
    typer.echo(text, nl=False, color=True)  # without it the text's own escape codes would go


def _print_json(response: "BaseModel") -> None:
    typer.echo(_json(response))


def _json(response: "BaseModel") -> str:
    return response.model_dump_json(by_alias=True)


if __name__ == "__main__":
    main()
