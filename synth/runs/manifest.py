"""What a copy of a run consists of, as a file in the copy tells it: which files there are synth's own."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Self

from synth.runs.files import json_value
from synth.runs.shapes import fields, text, texts


@dataclass(frozen=True)
class Manifest:
    """Of the copy of a run: the SHA-256 of each file that synth wrote there, and what it was writing or removing."""

    run: str
    files: Mapping[str, str] = field(default_factory=dict)
    pending: Collection[str] = ()

    @property
    def names(self) -> set[str]:
        """All files that may be synth's."""
        return {*self.files, *self.pending}

    def to_json(self) -> bytes:
        """The manifest as the content of a file."""
        value = {"run": self.run, "files": dict(self.files), "pending": sorted(self.pending)}
        return (json.dumps(value, indent=2) + "\n").encode()

    @classmethod
    def from_json(cls, data: bytes) -> Self:
        """The manifest in a file. Raises ValueError when it is none, or names what is not inside the copy."""
        value = fields(json_value(data.decode()), ("run", "files", "pending"))
        files = {name: text(digest) for name, digest in fields(value["files"]).items()}
        manifest = cls(text(value["run"]), files, texts(value["pending"]))
        for name in manifest.names:
            if not is_inside(name):
                raise ValueError(f"{name!r} leads outside")
        return manifest


def is_inside(name: str) -> bool:
    """Whether a name from a copy or an archive is that of a file inside its directory; nothing hidden is copied."""
    return "\0" not in name and all(part and not part.startswith(".") for part in name.split("/"))
