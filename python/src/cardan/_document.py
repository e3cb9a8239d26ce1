"""JSON files of the command, kept byte for byte."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeVar

_Self = TypeVar("_Self", bound="Document")


class Document:
    """The content of a JSON file of the command, byte for byte."""

    #: Why sensors are missing; empty for a document from a file.
    problems: tuple[str, ...]

    def __init__(self, text: str | bytes, *, problems: tuple[str, ...] = ()) -> None:
        self._bytes = text.encode() if isinstance(text, str) else bytes(text)
        self.problems = problems

    @classmethod
    def load(cls: type[_Self], path: str | os.PathLike[str]) -> _Self:
        """Read a file of the command or of `save`."""
        return cls(Path(path).read_bytes())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, for `load` and for the command."""
        Path(path).write_bytes(self._bytes)

    def to_json(self) -> str:
        """The content of the file."""
        return self._bytes.decode()

    @property
    def details(self) -> dict[str, Any]:
        """The parsed content; units are in the names."""
        content: dict[str, Any] = json.loads(self._bytes)
        return content

    def __bytes__(self) -> bytes:
        return self._bytes

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Document) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)
