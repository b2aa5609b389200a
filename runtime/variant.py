"""A variant that can be played: the plain data of a built module, and a core to make its moves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, final

from hensoku.runtime.codec import MoveCodec
from hensoku.runtime.contract import FORMAT, Core, VariantData
from hensoku.runtime.errors import LoadError
from hensoku.runtime.given import expect
from hensoku.runtime.judge import Judge
from hensoku.runtime.position import Position
from hensoku.runtime.sfen import Placement, parse
from hensoku.runtime.validity import position_faults, raise_for, royals_in_setups

if TYPE_CHECKING:
    from hensoku.runtime.engine.engine import Engine

Reload: TypeAlias = tuple[Callable[..., "Variant"], tuple[Any, ...]]
"""A function and its arguments that give the same variant again, in another process too."""


_FOR_READERS = ("title", "setups")
"""What may differ while positions mean the same."""


@final
class Variant:
    """A variant, resolved and ready: `position()` sets up a game.

    `data` is what a built module carries as `DATA`, `new_core` makes an empty core, `backend` is `compiled` or
    `reference`. `profiles` are the names of the readings that the definition offers. Without `reload` the variant and
    its positions cannot be pickled. `new_batch` makes what `hensoku.runtime.batch` steps, `search_module` gives the
    module that can search it, and may build it first.
    """

    def __init__(
        self,
        data: VariantData,
        new_core: Callable[[], Core],
        backend: str,
        *,
        profiles: Sequence[str] = (),
        new_batch: Callable[..., Any] | None = None,
        reload: Reload | None = None,
        search_module: Callable[[], Any] | None = None,
    ) -> None:
        if data.get("format") != FORMAT:
            raise LoadError(f"variant data of format {data.get('format')}, this runtime reads {FORMAT}: build it again")
        self.data: Mapping[str, Any] = data
        self.backend = backend
        self.codec = MoveCodec(data)
        self.judge = Judge(data, self.codec.spell)
        self.new_core = new_core
        self.new_batch = new_batch
        self._placements: dict[str, Placement] = {}
        self._profiles = tuple(profiles)
        self._reload = reload
        self._search_module = search_module

    @property
    def slug(self) -> str:
        return str(self.data["slug"])

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def profile(self) -> str:
        """The reading that was loaded, `""` for the definition itself."""
        return str(self.data["profile"])

    @property
    def profiles(self) -> tuple[str, ...]:
        return self._profiles

    @property
    def players(self) -> tuple[str, str]:
        """The names of the sides, the first mover's first."""
        first, second = self.data["players"]
        return first, second

    @property
    def pieces(self) -> list[dict[str, Any]]:
        """Every face of every piece: id, name, kanji, moves, what it promotes to, ... as plain data, a copy."""
        return deepcopy(list(self.data["pieces"]))

    @property
    def setups(self) -> dict[str, str]:
        """The SFEN of each start by name; `start` comes first."""
        return dict(self.data["setups"])

    @property
    def rules(self) -> dict[str, Any]:
        """The resolved rules as plain data, a copy."""
        return deepcopy(dict(self.data["rules"]))

    @cached_property
    def square_index(self) -> dict[str, int]:
        return {square[0]: index for index, square in enumerate(self.data["board"]["squares"])}

    @cached_property
    def fingerprint(self) -> str:
        """Equal for variants whose positions and move codes mean the same: same board, pieces, moves and rules."""
        told = {key: value for key, value in self.data.items() if key not in _FOR_READERS}
        return hashlib.sha256(json.dumps(_without_lines(told), sort_keys=True).encode()).hexdigest()

    def search_module(self) -> Any:
        """The module that searches (`hensoku.runtime.engine.contract`). Raises LoadError if there is none."""
        if self._search_module is None:
            raise LoadError(f"{self.slug} cannot be searched by its {self.backend} backend: load it compiled")
        return self._search_module()

    @cached_property
    def engine(self) -> Engine:
        """The engine of `Position.search`: one thread. Raises LoadError for a variant that cannot search."""
        from hensoku.runtime.engine.engine import Engine

        return Engine(self)

    @cached_property
    def most_royals(self) -> int:
        """The most royal pieces that a side has in any setup."""
        return royals_in_setups(self.data)

    def position(self, sfen: str | None = None, *, setup: str | None = None) -> Position:
        """The start, a named setup, or the position of an SFEN. Raises ValueError (SfenError) for what is none."""
        if sfen is not None and setup is not None:
            raise ValueError("give an SFEN or a setup, not both")
        if sfen is None:
            return self._from_setup("start" if setup is None else setup)
        placement = parse(self.data, sfen)
        core = self.new_core()
        set_up(core, placement)
        raise_for(sfen, position_faults(self.data, placement, core, self.most_royals))
        return Position(self, core, placement.number)

    def _from_setup(self, name: str) -> Position:
        expect(name, str, "a setup is a name")
        sfen = self.data["setups"].get(name)
        if sfen is None:
            raise ValueError(f"{self.slug} has no setup {name!r}: it has {', '.join(self.data['setups'])}")
        placement = self._placements.get(name) or self._placements.setdefault(name, parse(self.data, sfen))
        core = self.new_core()
        set_up(core, placement)
        return Position(self, core, placement.number)

    def __repr__(self) -> str:
        profile = f" profile={self.profile!r}" if self.profile else ""
        return f"<Variant {self.slug!r}{profile} backend={self.backend!r}>"

    def __reduce__(self) -> Reload:
        if self._reload is None:
            raise TypeError(f"{self!r} was made by hand and cannot be pickled: load it by name or path")
        return self._reload


def set_up(core: Core, placement: Placement) -> None:
    """Let a core take over what an SFEN says; rule state that it does not hold is fresh."""
    core.reset(placement.cells, placement.hands, placement.turn, ())
    if placement.struck >= 0:
        *fresh, _ = core.state()
        core.reset(placement.cells, placement.hands, placement.turn, (*fresh, placement.struck))


def _without_lines(data: Any) -> Any:
    """Plain data without the places that it came from."""
    if isinstance(data, Mapping):
        return {str(key): _without_lines(value) for key, value in data.items() if key != "line"}
    return [_without_lines(item) for item in data] if isinstance(data, list | tuple) else data
