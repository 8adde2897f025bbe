"""Where the text of a command comes from: an argument, a file, or standard input."""

import sys
from pathlib import Path

import typer


def text_of(text: str | None, file: Path | None) -> str:
    """The text that was given, else that of the file, else of standard input.

    Raises:
        typer.BadParameter: Both are given or there is neither, the file cannot be read, or it is not UTF-8.
    """
    if text is not None and file is not None:
        raise typer.BadParameter("give the text or --file, not both")
    if text is not None:
        return _unicode(text)
    if file is None and sys.stdin is None:
        raise typer.BadParameter("no text: give it as an argument, with --file, or on standard input")
    try:
        data = file.read_bytes() if file else sys.stdin.buffer.read()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise typer.BadParameter(f"cannot read {file or 'standard input'}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{file or 'standard input'} is not UTF-8: {error}") from None


def _unicode(argument: str) -> str:
    try:
        argument.encode()  # Python makes lone surrogates of bytes that are not UTF-8
    except UnicodeEncodeError:
        raise typer.BadParameter("the text is not UTF-8") from None
    return argument
