"""Codes of files and YAML (HS0xx)."""

from __future__ import annotations

from typing import Final

from hensoku.dsl.codes.code import Code
from hensoku.dsl.findings import Severity

FILES: Final[dict[str, Code]] = {
    "HS001": Code(
        "file cannot be read",
        "cannot read this file: {reason}",
        "A definition is a file that exists and may be read.",
    ),
    "HS002": Code(
        "file is no UTF-8",
        "this file is not UTF-8: byte {byte} at offset {offset} cannot be decoded",
        "Definitions are UTF-8 text, so that kanji mean the same everywhere.",
    ),
    "HS003": Code(
        "file too large",
        "a definition has at most {limit} bytes, this file has {size}",
        "A limit keeps a file by mistake or malice from taking minutes and gigabytes.",
    ),
    "HS004": Code(
        "no front matter",
        "a rule sheet begins with a line of three hyphens and its definition",
        "In a Markdown file the definition stands between two lines `---` at the very beginning.",
    ),
    "HS005": Code(
        "front matter not closed",
        "the front matter that begins here has no closing line of three hyphens",
        "In a Markdown file the definition stands between two lines `---` at the very beginning.",
    ),
    "HS006": Code(
        "empty definition",
        "the definition is empty",
        "There is nothing to build a variant from.",
    ),
    "HS007": Code(
        "unknown kind of file",
        "a definition is a .md, .yaml or .yml file, not {suffix}",
        "The ending says whether a file is a rule sheet with front matter or YAML alone.",
    ),
    "HS010": Code(
        "YAML does not parse",
        "{problem}",
        "The text is no YAML. Indentation by blanks, `key: value`, and quotes around odd strings mend most of it.",
    ),
    "HS011": Code(
        "string needs quotes",
        "this string has a meaning to YAML unless it is quoted",
        "Inside `{…}` and `[…]` YAML takes brackets, braces, commas and `?` for its own, and `*`, `&` and `!` at the "
        "beginning of any string.",
    ),
    "HS012": Code(
        "character not allowed",
        "the character U+{number:04X} is not allowed here",
        "Control characters are invisible, and no part of a definition needs one.",
    ),
    "HS013": Code(
        "key twice",
        "the key {key!r} stands twice in one mapping",
        "YAML readers take the last one silently; one of the two is a mistake.",
    ),
    "HS014": Code(
        "key is no string",
        "a key is a word, not a list or a mapping",
        "Every key of the language is a word.",
    ),
    "HS015": Code(
        "merge key",
        "merge keys (<<) are not part of the language",
        "Where a value comes from should be seen. Inheritance (`extends`) merges definitions.",
    ),
    "HS016": Code(
        "tag",
        "tags such as {tag} are not part of the language",
        "The type of a value follows from its key; a tag could only contradict it.",
    ),
    "HS017": Code(
        "unknown alias",
        "no anchor is called {name!r}",
        "`*name` repeats what `&name` marked before.",
    ),
    "HS018": Code(
        "alias inside its own anchor",
        "the alias {name!r} stands inside what it repeats",
        "That would be without end.",
    ),
    "HS019": Code(
        "several documents",
        "a file holds one definition, and a second document begins here",
        "One file is one variant.",
    ),
    "HS020": Code(
        "nested too deep",
        "values may be nested {limit} deep, not deeper",
        "No definition needs it, and readers would run out of stack.",
    ),
    "HS021": Code(
        "too many values",
        "a definition has at most {limit} values, aliases counted as often as they repeat",
        "A few aliases of aliases make a small file a huge definition.",
    ),
    "HS022": Code(
        "string too long",
        "a string has at most {limit} characters, this one has {size}",
        "No string of a definition needs more.",
    ),
    "HS023": Code(
        "too many aliases",
        "a definition has at most {limit} aliases",
        "Aliases are for a small use; inheritance and named sets say the rest.",
    ),
    "HS024": Code(
        "not a mapping",
        "a definition is a mapping of keys to values, not {found}",
        "It begins with keys such as `title:` and `engine:`.",
    ),
    "HS025": Code(
        "comment that silences wrongly",
        "{problem}",
        "A comment `# hensoku: ignore HS483: the reason` silences warnings and notes: in the whole file if it has a "
        "line of its own, else on its line. The reason is for whoever reads the file next.",
        Severity.WARNING,
    ),
    "HS026": Code(
        "comment that silences nothing",
        "{silenced} is not found here, so nothing is silenced",
        "What the comment was for has gone; left in place it would hide the next finding of that kind.",
        Severity.WARNING,
    ),
}
