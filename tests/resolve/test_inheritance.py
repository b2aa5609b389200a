"""Files and their parents: how they are found, and what is said where that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from hensoku.compiler.resolve import Resolved, resolve
from hensoku.compiler.resolve.library import Library
from hensoku.dsl.findings import DefinitionError, Finding

FRONT_MATTER = Path(__file__).parents[1] / "data" / "cannon-front-matter.md"
GRID = 'topology: {rows: 3, cols: 3}, setup: "1k1/3/1K1", pieces: {K: {moves: "K", royal: true}}'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("HENSOKU_PATH", raising=False)
    return tmp_path


def write(folder: Path, **files: str) -> None:
    """Definitions by slug."""
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(f"slug: {name}\n{text}\n", encoding="utf-8")


def refused(name: str | Path, **arguments: object) -> list[Finding]:
    with pytest.raises(DefinitionError) as raised:
        resolve(name, **arguments)  # type: ignore[arg-type]
    return list(raised.value.findings)


def only(name: str | Path, **arguments: object) -> Finding:
    (found,) = refused(name, **arguments)
    return found


def letters(resolved: Resolved) -> str:
    return " ".join(piece.id.value for piece in resolved.definition.pieces)


def test_a_file_of_the_wild_lacks_only_its_own_pieces() -> None:
    """The front matter of a collection's Cannon Shogi sheet: letters named once each, with every place."""
    findings = refused(FRONT_MATTER)
    assert [(found.code, found.message) for found in findings] == [
        ("HS402", "no piece is called C"),
        ("HS402", "no piece is called I"),
        ("HS402", "no piece is called U"),
        ("HS402", "no piece is called A"),
    ]
    setup = "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL"
    for found in findings:
        letter = found.message[-1]
        places = [found.span, *(related.span for related in found.related)]
        assert [place.text for place in places] == [letter.lower(), letter]
        assert {place.line for place in places} == {16}
        assert [place.column - 11 for place in places] == [setup.index(letter.lower()), setup.index(letter)]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("shogi", "shogi"),
        ("mini", "minishogi"),
        ("cannonshogi", "cannon-shogi"),
        ("annan", "annan-shogi"),
        ("shoshogi", "sho-shogi"),
        ("loop", "cylinder-shogi"),
    ],
)
def test_slug_and_aliases_of_catalogues_and_peers(name: str, slug: str) -> None:
    assert resolve(name).module.slug == slug


def test_parents_are_looked_for_beside_the_file_then_in_paths_then_among_the_shipped(folder: Path) -> None:
    other = folder / "other"
    other.mkdir()
    write(folder, near="parent: shogi", mine="engine: {extends: near}", farther="engine: {extends: far}")
    write(other, far="parent: minishogi")
    assert [document.source.path for document in resolve(folder / "mine.yaml").documents[:2]] == [
        str(folder / "mine.yaml"),
        str(folder / "near.yaml"),
    ]
    assert letters(resolve(folder / "farther.yaml", paths=[other])) == "K R B G S P"
    assert only(folder / "farther.yaml").code == "HS451"


# (aliases by slug, the name of a parent, the slug of what is found, or the files that bear the name)
BORNE: list[tuple[dict[str, str], str, str | list[str]]] = [
    ({"one": "[two]", "two": "[]"}, "two", "two"),  # a slug before an alias, whatever the order of files
    ({"one": "[three]", "two": "[]"}, "three", "one"),
    ({"one": "[three]", "two": "[three]"}, "three", ["one.yaml", "two.yaml"]),
    ({"one": "[one, one]", "two": "[one]"}, "one", "one"),
]


@pytest.mark.parametrize(("aliases", "name", "wanted"), BORNE)
def test_a_name_that_several_bear(folder: Path, aliases: dict[str, str], name: str, wanted: str | list[str]) -> None:
    write(folder, **{slug: f"aliases: {listed}\nengine: {{{GRID}}}" for slug, listed in aliases.items()})
    write(folder, child=f"parent: {name}")
    if isinstance(wanted, str):
        assert [Path(one.source.path).stem for one in resolve(folder / "child.yaml").documents] == ["child", wanted]
        return
    found = only(folder / "child.yaml")
    files = " and ".join(str(folder / file) for file in wanted)
    assert (found.code, found.message) == ("HS475", f"{name!r} is the name of {files}")
    assert found.span.text == name


def test_a_link_to_a_file_is_that_file(folder: Path) -> None:
    write(folder, base=f"engine: {{{GRID}}}", child="parent: base")
    (folder / "link.yaml").symlink_to(folder / "base.yaml")
    assert len(resolve(folder / "child.yaml").documents) == 2


def test_folders_of_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, mine="aliases: [my-own]\nparent: minishogi")
    assert only("mine").code == "HS450"
    monkeypatch.setenv("HENSOKU_PATH", str(folder))
    assert letters(resolve("my-own")) == "K R B G S P"


def test_engine_extends_outranks_the_outer_parent(folder: Path) -> None:
    write(folder, mine="parent: shogi\nengine: {extends: minishogi}")
    assert len(resolve(folder / "mine.yaml").module.board.squares) == 25


def test_three_generations(folder: Path) -> None:
    write(
        folder,
        b="parent: cannon-shogi\nengine: {pieces: {U: {rank: 3}}}",
        c="parent: b\nengine: {drops: {mate: {P: loses}}}",
    )
    resolved = resolve(folder / "c.yaml")
    cannon = next(piece for piece in resolved.module.pieces if piece.id == "U")
    soldier = next(piece for piece in resolved.module.pieces if piece.id == "P")
    assert (cannon.rank, cannon.name) == (3, "Gold Cannon")
    assert soldier.drop is not None
    assert (soldier.drop.mate, soldier.drop.file_limit) == ("loses", None)
    assert [Path(document.source.path).stem for document in resolved.documents] == ["c", "b", "cannon-shogi", "shogi"]


def test_outer_keys_are_not_inherited(folder: Path) -> None:
    write(folder, mine="parent: cannon-shogi")
    meta = resolve(folder / "mine.yaml").definition.meta
    assert (meta.title, meta.slug, meta.aliases) == ("mine", "mine", ())


def test_without_a_slug_the_name_of_the_file_counts(folder: Path) -> None:
    (folder / "plain-one.md").write_text("---\nparent: minishogi\n---\n", encoding="utf-8")
    assert resolve("plain-one", paths=[folder]).module.slug == "plain-one"


# ------------------------------------------------------------------------------------------------------------ refusals


def test_unknown_variant_names_the_nearest() -> None:
    found = only("shogy")
    assert (found.code, found.help) == ("HS450", "did you mean shogi?")


NAMES = [
    ("anan-shogi", "did you mean annan-shogi?"),
    ("minishogy", "did you mean minishogi?"),
    ("canon", "did you mean cannon?"),
    ("prince-shogi", "known are "),  # not yari-shogi
    ("nope", "known are "),  # not nodrop
    ("barrel", "known are "),
]


@pytest.mark.parametrize(("name", "offer"), NAMES)
def test_a_far_fetched_name_is_not_offered(name: str, offer: str) -> None:
    told = str(only(name).help)
    assert told.startswith(offer)
    assert len(told) < 200


BESIDE = [
    ("barrel", "barrel.md"),
    ("barel.md", "barrel.md"),
    ("barrel.yaml", "barrel.md"),
    ("sub/whale", "sub/whale.yaml"),
]


@pytest.mark.parametrize(("name", "file"), BESIDE)
def test_the_file_that_was_meant(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str) -> None:
    (folder / "sub").mkdir()
    for there in ("barrel.md", "sub/whale.yaml"):
        (folder / there).write_text("", encoding="utf-8")
    monkeypatch.chdir(folder)
    found = only(name)
    assert (found.code, found.help) == ("HS450", f"did you mean the file {file}?")


def test_a_folder_is_told_to_be_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "shogi").mkdir()
    monkeypatch.chdir(folder)
    assert {only(name).message for name in (".", "..", str(folder))} == {"cannot read this file: is a directory"}
    assert resolve("shogi").module.slug == "shogi"


def test_unknown_extends_is_an_error(folder: Path) -> None:
    write(folder, mine=f"engine: {{extends: shogii, {GRID}}}")
    found = only(folder / "mine.yaml")
    assert (found.code, found.span.text, found.help) == ("HS451", "shogii", "did you mean shogi?")


def test_unknown_outer_parent_is_a_warning_where_the_engine_is_complete(folder: Path) -> None:
    write(folder, whole=f"parent: chaturanga\nengine: {{{GRID}}}", part="parent: chaturanga\nengine: {drops: none}")
    (told,) = resolve(folder / "whole.yaml").findings
    assert (told.code, told.severity.value, told.span.text) == ("HS452", "warning", "chaturanga")
    assert refused(folder / "part.yaml")[0].code == "HS451"


def test_cycle_of_parents_shows_the_chain(folder: Path) -> None:
    write(folder, a="parent: b", b="engine: {extends: c}", c="parent: a")
    found = only(folder / "a.yaml")
    assert (found.code, str(found.span)) == ("HS453", f"{folder / 'c.yaml'}:2:9")
    assert "a → b → c → a" in found.message


@pytest.mark.parametrize(
    ("text", "place", "help_"),
    [
        ("slug: a\nparent: a", "1:7", "write another slug, or name another parent"),
        ("slug: shogi\nparent: shogi", "1:7", "write another slug, and the shipped one is found"),
        ("slug: shogi\nengine: {extends: shogi}", "1:7", "write another slug, and the shipped one is found"),
        ("slug: b\naliases: [c, annan]\nparent: annan", "2:14", "write another alias, and the shipped one is found"),
        ("parent: mine", "1:9", "write another slug, or name another parent"),
    ],
)
def test_a_variant_with_its_parents_name(folder: Path, text: str, place: str, help_: str) -> None:
    """One finding, where the name stands; without a slug the file's name is one."""
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    found = only(folder / "mine.yaml")
    assert (found.code, str(found.span), found.help) == ("HS472", f"{folder / 'mine.yaml'}:{place}", help_)
    assert [related.message for related in found.related] == ["the parent"] * (not place.endswith(":9"))


@pytest.mark.parametrize(
    ("engine", "code", "text", "message", "help_"),
    [
        ("topology: {rows: 7, cols: 7}", "HS420", "7", "the board is 7×7 here", "write a `setup` for this board"),
        ("topology: {rows: 10}", "HS420", "10", "the board is 9×10 here", "write a `setup` for this board"),
        ("topology: {cols: 8}", "HS420", "8", "the board is 8×9 here", "write a `setup` for this board"),
        ("pieces: {P: null}", "HS421", "P", "P is removed here", "write a `setup` without P"),
        ("pieces: {P: null, L: null}", "HS421", "L", "L is removed here", "write a `setup` without L"),
    ],
)
def test_what_an_inherited_setup_no_longer_fits(
    folder: Path, engine: str, code: str, text: str, message: str, help_: str
) -> None:
    """One finding for each cause, at the author's own line, and not one for each row, piece and setup."""
    write(folder, mine=f"parent: shogi\nengine: {{{engine}}}")
    first, *others = refused(folder / "mine.yaml")
    assert (first.code, first.span.text, first.help) == (code, text, help_)
    assert first.message.startswith(message)
    assert Path(first.span.source.path).name == "mine.yaml"
    assert [other.code for other in others] == ["HS421"] * engine.count(",") * (code == "HS421")


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ('{setup: "4k4/9/9/9/9/9/9/9/4K4"}', "the definition has no topology, no pieces"),
        ('{setup: "4k4/9/9/9/9/9/9/9/4K4", pieces: {E: {moves: "K"}}}', "the definition has no topology"),
        ("{}", "the definition has no topology, no pieces, no setup"),
    ],
)
def test_a_parent_that_was_forgotten(folder: Path, engine: str, message: str) -> None:
    """What follows from it, such as letters without a piece, is not told."""
    write(folder, mine=f"engine: {engine}")
    found = only(folder / "mine.yaml")
    assert (found.code, found.message) == ("HS400", message)
    assert str(found.help).startswith("write `parent: shogi`")


def test_faults_of_a_parent_are_found_in_the_parent(folder: Path) -> None:
    write(folder, a="parent: shogi\nengine: {drop: none}", b="parent: a")
    found = only(folder / "b.yaml")
    assert (found.code, found.span.text, Path(found.span.source.path).name) == ("HS101", "drop", "a.yaml")


def test_a_file_found_under_a_shipped_name_is_refused(folder: Path) -> None:
    write(folder, shogi="parent: minishogi", alias="aliases: [annan]\nparent: minishogi", mine="parent: shogi")
    assert resolve(folder / "shogi.yaml").module.slug == "shogi"
    for found in (only("shogi", paths=[folder]), only("annan", paths=[folder]), only(folder / "mine.yaml")):
        assert found.code == "HS455"
        assert str(folder) in str(found.help)


@pytest.mark.parametrize("name", ["", ".", "no/such/file", "none.md", "\0", "shogi\n", "x" * 5000])
def test_odd_names_are_refused_with_a_finding(name: str) -> None:
    assert only(name).code in {"HS001", "HS007", "HS450"}


def test_broken_neighbours_do_not_matter(folder: Path) -> None:
    (folder / "binary.yaml").write_bytes(bytes(range(256)))
    (folder / "deep.md").write_text("---\nslug: " + "[" * 1000 + "\nparent: shogi\n---\n", encoding="utf-8")
    (folder / "open.md").write_text("---\nslug: open", encoding="utf-8")
    (folder / "slug.yaml").write_text("slug:x\naliases: {a: 1}\nengine: 3\n", encoding="utf-8")
    write(folder, mine="parent: minishogi")
    assert resolve("mine", paths=[folder]).module.slug == "mine"
    assert {"mine", "deep", "slug"} <= set(Library.at([folder]).names())


# ------------------------------------------------------------------------------------------------ profiles, overrides


def test_profile() -> None:
    assert _pawn_drop_mate("shogi") == "illegal"
    assert _pawn_drop_mate("shogi", profile="fairy-stockfish") == "loses"
    assert resolve("shogi", profile="fairy-stockfish").module.profile == "fairy-stockfish"


def test_a_profile_is_inherited_only_by_name() -> None:
    assert _pawn_drop_mate("minishogi", profile="fairy-stockfish") == "loses"
    assert resolve("cannon-shogi").definition.profiles == ()


def test_unknown_profile_lists_those_there_are() -> None:
    found = only("tori-shogi", profile="nobody")
    assert (found.code, found.help) == ("HS454", "its profiles are fairy-stockfish")
    assert only("cannon-shogi", profile="nobody").help == "it has none"


def test_overrides_come_last() -> None:
    changed = {"drops": {"mate": {"P": "allowed"}}}
    assert _pawn_drop_mate("shogi", profile="fairy-stockfish", overrides=changed) == "allowed"
    assert all(piece.drop is None for piece in resolve("shogi", overrides={"drops": "none"}).module.pieces)


def test_overrides_may_change_the_board() -> None:
    small = {"topology": {"rows": 3, "cols": 3}, "setup": "1k1/3/1K1"}
    assert len(resolve("shogi", overrides=small).module.board.squares) == 9


def test_an_override_of_none_removes() -> None:
    resolved = resolve("shogi", overrides={"drops": {"file_limit": {"P": None}}})
    assert all(piece.drop is None or piece.drop.file_limit is None for piece in resolved.module.pieces)


@pytest.mark.parametrize(
    ("overrides", "code", "text"),
    [
        ({"drop": "none"}, "HS101", '"drop"'),
        ({"drops": {"mate": {"Q": "loses"}}}, "HS407", "Q"),
        ({"pieces": {"P": {"moves": "fWx"}}}, "HS201", ""),
        ({"promotion": {"zone": "far 10"}}, "HS409", "10"),
        ({"topology": {"rows": 8}}, "HS405", None),
        ({"title": "x"}, "HS101", '"title"'),
        ({1: 2}, "HS101", '"1"'),
        ({"extends": "minishogi"}, "HS101", '"extends"'),  # would change nothing here
        ({"format": 1}, "HS101", '"format"'),
        ({"profiles": {"mine": {}}}, "HS101", '"profiles"'),
    ],
)
def test_overrides_are_checked_like_a_file(overrides: dict[str, object], code: str, text: str | None) -> None:
    found = refused("shogi", overrides=overrides)[0]
    assert found.code == code
    if text is not None:
        assert (found.span.source.path, found.span.text) == ("<overrides>", text)


@pytest.mark.parametrize("overrides", [[1], "drops: none", {"drops": object()}, {"pieces": {"P": {1, 2}}}])
def test_overrides_of_another_type(overrides: object) -> None:
    with pytest.raises(TypeError, match="overrides"):
        resolve("shogi", overrides=overrides)  # type: ignore[arg-type]


def _pawn_drop_mate(name: str, **arguments: object) -> str:
    resolved = resolve(name, **arguments)  # type: ignore[arg-type]
    drop = next(piece.drop for piece in resolved.module.pieces if piece.id == "P")
    assert drop is not None
    return drop.mate
