"""What `check` writes, in each of its formats; other programs read it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema.validators import validator_for

GOOD = """\
parent: shogi
engine:
  pieces:
    G: {name: Gold, kanji: 金, moves: "WfF"}
"""
BAD = GOOD.replace("WfF", "fK").replace("engine:\n", "engine:\n  surface: wood\n")
"""A warning with a fix on line 5 (`fK` means another thing in XBoard), a note on line 3."""

WRONG = GOOD.replace("moves:", "movse:")
"""An error on line 4, with a guess, and one more because the piece has no moves."""

Check = Callable[..., Any]
Write = Callable[[str, str], Path]
SCHEMA = Path(__file__).parents[1] / "data" / "sarif" / "sarif-schema-2.1.0.json"


def test_text_is_quiet_on_success(check: Check, write: Write) -> None:
    write("good.yaml", GOOD)
    said = check("good.yaml")
    assert (said.code, said.out, said.err) == (0, "", "")


def test_text_tells_a_warning_and_how_many_there_are(check: Check, write: Write) -> None:
    write("good.yaml", GOOD)
    write("bad.yaml", BAD)
    said = check("good.yaml", "bad.yaml")
    assert said.code == 1
    assert said.out.splitlines() == [
        "warning[HS250]: a direction on 'K' means something else in XBoard",
        " --> bad.yaml:5:39",
        "  |",
        '5 |     G: {name: Gold, kanji: 金, moves: "fK"}',
        "  |                                        ^",
        "  = help: write 'fWfF'",
        "",
        "1 warning in 1 of 2 files; --fix mends 1",
    ]


def test_notes_are_told_when_they_are_asked_for(check: Check, write: Write) -> None:
    write("bad.yaml", BAD)
    assert "note[HS150]: 'surface' is for presentation" in check("bad.yaml", "--notes").out


def test_github(check: Check, write: Write) -> None:
    write("a,b.yaml", BAD)
    said = check("a,b.yaml", "--format", "github")
    assert said.code == 1
    places = ("line=3,col=3,endLine=3,endColumn=10", "line=5,col=39,endLine=5,endColumn=40")
    titles = ("HS150%3A key passed over", "HS250%3A direction on `K` or `Q`")
    notice, warning = said.out.splitlines()
    assert notice == (
        f"::notice file=a%2Cb.yaml,{places[0]},title={titles[0]}::'surface' is for presentation and is passed over"
    )
    assert warning == (
        f"::warning file=a%2Cb.yaml,{places[1]},title={titles[1]}"
        "::a direction on 'K' means something else in XBoard%0Ahelp: write 'fWfF'"
    )


def test_json(check: Check, write: Write) -> None:
    write("wrong.yaml", WRONG)
    (told,) = json.loads(check("wrong.yaml", "--format", "json").out)
    assert told["file"] == "wrong.yaml"
    unknown = next(each for each in told["findings"] if each["code"] == "HS101")
    assert unknown["fixes"][0] | {"path": ""} == {
        "replacement": "moves",
        "safe": False,
        "path": "",
        "line": 4,
        "column": 31,
        "end_line": 4,
        "end_column": 36,
    }


@pytest.mark.parametrize("texts", [[GOOD], [BAD], [WRONG, BAD, GOOD], ["a: [\n"], [GOOD.replace("shogi", "nobody")]])
def test_sarif_is_what_its_schema_says(check: Check, write: Write, texts: list[str]) -> None:
    for number, text in enumerate(texts):
        write(f"sheet {number}.yaml", text)
    said = check(*(f"sheet {number}.yaml" for number in range(len(texts))), "no-such.yaml", "--format", "sarif")
    told = json.loads(said.out)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    validator_for(schema)(schema).validate(told)


def test_sarif_places_and_fixes(check: Check, write: Write) -> None:
    write("bad sheet.yaml", BAD)
    (run,) = json.loads(check("bad sheet.yaml", "--format", "sarif").out)["runs"]
    (result,) = [each for each in run["results"] if each["level"] == "warning"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "bad%20sheet.yaml"}
    assert place["region"] == {"startLine": 5, "startColumn": 39, "endLine": 5, "endColumn": 40}
    (replacement,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "fWfF"}
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "HS250"


def test_junit(check: Check, write: Write) -> None:
    write("good.yaml", GOOD)
    write("bad.yaml", BAD.replace("Gold", '"a <&>"'))
    root = ET.fromstring(check("good.yaml", "bad.yaml", "--format", "junit").out)
    (suite,) = root
    assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["errors"]) == ("2", "1", "0")
    assert [(case.attrib["name"], len(case)) for case in suite] == [("good.yaml", 0), ("bad.yaml", 1)]
    failure = suite[1][0]
    assert failure.attrib["type"] == "HS250"
    assert "bad.yaml:5" in str(failure.text)


def test_output_goes_to_a_file(check: Check, write: Write) -> None:
    write("bad.yaml", BAD)
    said = check("bad.yaml", "--format", "sarif", "-o", "found.sarif")
    assert (said.code, said.out) == (1, "")
    assert json.loads(Path("found.sarif").read_text("utf-8"))["version"] == "2.1.0"


def test_paths_below_the_working_folder_are_relative_and_others_are_not(check: Check, write: Write) -> None:
    write("inner/bad.yaml", BAD)
    outer = write("../outer.yaml", BAD).resolve()
    said = check(str(Path("inner/bad.yaml").resolve()), str(outer), "--format", "sarif")
    uris = re.findall(r'"uri": "([^"]*)"', said.out)
    assert set(uris) == {"inner/bad.yaml", outer.as_uri()}
