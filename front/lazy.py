"""A variant that answers at once: from the interpreter, until its module is built in the background.

Every question goes to the interpreter while there is no module, but for counts, which wait for it. Once it is there,
each position is played over in it, and goes on. Keys are the interpreter's throughout.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, final

from hensoku.compiler.build.errors import BuildError, HensokuWarning
from hensoku.runtime.contract import Core, Listed, Listing, Spell


@final
class Building:
    """A build that runs in a thread of its own. `build` gives what makes cores; what it raises is raised by `wait`. A
    program that ends does not wait for it."""

    def __init__(self, name: str, build: Callable[[], Callable[[], Core]]) -> None:
        self.name = name
        self._built: Future[Callable[[], Core]] = Future()
        self._told = False
        threading.Thread(target=self._run, args=(build,), name=f"hensoku build {name}", daemon=True).start()

    def _run(self, build: Callable[[], Callable[[], Core]]) -> None:
        try:
            self._built.set_result(build())
        except BaseException as error:  # it is raised where the module is waited for
            self._built.set_exception(error)

    def wait(self) -> Callable[[], Core]:
        """What makes compiled cores, as soon as there is one. Raises BuildError, NoCompilerError."""
        return self._built.result()

    def built(self) -> Callable[[], Core] | None:
        """The same if it is there. A build that has failed is told once, as a warning."""
        if not self._built.done():
            return None
        error = self._built.exception()
        if error is None:
            return self._built.result()
        if not self._told:
            self._told = True
            said = str(error).partition("\n")[0] if isinstance(error, BuildError) else repr(error)
            warnings.warn(f"{self.name} goes on interpreted, which is slow: {said}", HensokuWarning, stacklevel=5)
        return None


@final
class LazyCore:
    """A core that is the interpreter's until the module is built; `hensoku.runtime.contract.Core` says what it does."""

    def __init__(self, building: Building, reference: Core) -> None:
        self._building, self._core, self._is_built = building, reference, False
        self._reference = reference

    def __getattr__(self, name: str) -> Any:
        return getattr(self._now(), name)

    def listing(self, spell: Spell) -> Listing:
        """Of whichever core there is when it is asked."""
        return Listed(lambda: self._now().listing(spell).moves)

    def copy(self) -> LazyCore:
        twin = LazyCore(self._building, self._reference.copy())
        twin._core, twin._is_built = (self._core.copy(), True) if self._is_built else (twin._reference, False)
        return twin

    def key(self) -> int:
        if self._is_built:
            core = self._core
            self._reference.reset(core.cells(), core.hands(), core.turn, core.state())
        return self._reference.key()

    def perft(self, depth: int) -> int:
        if not self._is_built:
            self._move_to(self._building.wait())
        return self._core.perft(depth)

    def _now(self) -> Core:
        if not self._is_built:
            new_core = self._building.built()
            if new_core is not None:
                self._move_to(new_core)
        return self._core

    def _move_to(self, new_core: Callable[[], Core]) -> None:
        core, start = new_core(), self._core.copy()
        start.pop(start.made)
        core.reset(start.cells(), start.hands(), start.turn, start.state())
        for code, _ in self._core.played():
            core.push(code)
        self._core, self._is_built = core, True
