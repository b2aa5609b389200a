"""Golden files: what was read and found good once. `pytest --update-golden` writes them anew; read the diff then."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Golden:
    update: bool

    def check(self, file: Path, text: str) -> None:
        if self.update:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), f"{file} is otherwise; pytest --update-golden writes it anew"
