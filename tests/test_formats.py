"""The formats for other programs: what they get is valid, complete, and safe whatever a file holds."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gradlint
from gradlint.cli.entry import main
from gradlint.core import catalog
from gradlint.core.links import rule_url
from gradlint.core.model import Edit, Fix, Label, Severity, Verdict
from gradlint.core.result import Result
from gradlint.report import FORMATS, load
from gradlint.report.in_file import FilePlaces, Stretch
from gradlint.report.in_repository import in_repository
from gradlint.report.replacement import replacement
from gradlint.report.screen import Screen
from gradlint.sources.excerpt import Lines
from gradlint.sources.read import from_text
from tests import standin
from tests.test_reports import STORY, TRAINING, finding, result, shown, span
from tests.validators import junit_schema, sarif_problems

ROOT = Path(gradlint.__file__).parent.parent
NEW = ("sarif", "github", "gitlab", "junit", "rdjson", "html")
NASTY = 'cut\n::error::"x" <script>alert(1)</script> & %0A 100% \x1b[31m ]]> {0} [a](1) \u202eé日🙂'
NASTY_NAME = "a b/ü%20,:\"<&>'.py"
VERDICT = Verdict(
    "confirmed",
    "the gradient is None as written and right after the fix",
    "slice",
    "cpu",
    (("seccomp", "active"), ("Landlock", "not there")),
    (
        "as written: None",
        "as written: 3 steps",
        "after fix: [2.0, 2.0]",
        "finite differences: [2.0, 2.0]",
        "RuntimeError <b>",
    ),
    ("load: zeros",),
    ("x widened",),
    ("x = ones(2)",),
    0.25,
)
FIX = Fix("Drop `.detach()`", "safe", (Edit(span(5, 6, 15), ""),))
CELLS = [
    {"cell_type": "code", "source": ["import torch\n", "w = torch.ones(1, requires_grad=True)"]},
    {"cell_type": "markdown", "source": ["text"]},
    {"cell_type": "code", "source": ["w = w\n", "z = w.detach()\n", "z.backward()"]},
]
IN_CELL = finding(
    span(2, 5, 15, 3),
    Label("enters", "enters here", span(2, 1, 2, 1)),
    Label("asked", "requested here", span(3, 1, 13, 3)),
    path="n.ipynb",
    fix=Fix("Drop it", "safe", (Edit(span(2, 6, 15, 3), ""),)),
    fingerprint="f00",
)
FAILED = Result("broken.py", failure="internal error: KeyError: 'boom' <&>")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def notebook(folder: Path) -> Result:
    """A notebook on disk as Jupyter writes it, with a finding in its third cell."""
    text = json.dumps({"cells": CELLS}, indent=1)
    (folder / "n.ipynb").write_text(text)
    return Result("n.ipynb", (IN_CELL,), from_text(text, "n.ipynb"))


def everything() -> list[Result]:
    """One of each: a whole story with fix and verdict, nasty text and names, a document, a failure."""
    told = replace(STORY, fix=FIX, verdict=VERDICT, fingerprint="a1")
    odd = finding(
        span(1, 1, 2), Label("cut", NASTY, span(1, 1, 2)), message=NASTY, path=NASTY_NAME, help=NASTY
    )
    long = finding(span(1, 1, 2, last=2), severity=Severity.WARNING, path="d.md", code="GL101")
    document = "```python\nimport torch\nx = 1\n```\n"
    return [
        result(TRAINING, told, replace(STORY, severity=Severity.INFO, fingerprint="a2")),
        Result(NASTY_NAME, (replace(odd, fingerprint="b"),), from_text("x = '</script>'\n", "a.py")),
        Result("d.md", (replace(long, span=span(3, 1, 2), fingerprint="c"),), from_text(document, "d.md")),
        Result("clean.py"),
        FAILED,
    ]


def sarif(results: Sequence[Result]) -> dict[str, Any]:
    (run,) = json.loads(shown("sarif", results))["runs"]
    assert isinstance(run, dict)
    return run


class TestAllFormats:
    def test_the_configuration_takes_what_the_command_line_takes(self, folder: Path) -> None:
        for name in FORMATS:
            (folder / "gradlint.toml").write_text(f'output-format = "{name}"\n')
            assert main(["--quiet", "."]) == 0

    @pytest.mark.parametrize("name", FORMATS)
    def test_a_verdict_is_told(self, name: str) -> None:
        told, untold = (
            shown(name, [result(TRAINING, replace(STORY, verdict=verdict))]) for verdict in (VERDICT, None)
        )
        if name == "html":
            told, untold = Page(told).text, Page(untold).text
        assert "confirmed" in told and "confirmed" not in untold
        assert name == "concise" or VERDICT.reason in told

    @pytest.mark.parametrize("name", sorted(set(FORMATS) - {"html"}))
    def test_a_file_is_told_before_the_next_one_is_read(self, name: str) -> None:
        asked: list[int] = []

        def results() -> Iterator[Result]:
            for number in (1, 2):
                asked.append(number)
                yield result(TRAINING, STORY)

        pieces = load(name)(results(), Screen())
        assert any("the gradient is cut" in piece for piece in pieces)
        assert asked == [1]

    @pytest.mark.parametrize("name", sorted(set(NEW) - {"github"}))
    def test_any_encoding_will_do(self, name: str, folder: Path) -> None:
        shown(name, everything()).encode("ascii")

    @pytest.mark.parametrize("name", NEW)
    def test_names_that_are_no_text_do_no_harm(self, name: str) -> None:
        odd = Result("a\udcff.py", (finding(span(1, 1, 2), path="a\udcff.py"),), from_text("x\n", "a.py"))
        shown(name, [odd, Result("b\udcff.py", failure="\udcff")]).encode("utf-8", "replace")

    def test_one_line_and_objects_hold_the_verdict(self) -> None:
        results = [result(TRAINING, replace(STORY, verdict=VERDICT))]
        assert shown("concise", results) == "train.py:5:5: GL401 the gradient is cut [confirmed]\n"
        (entry,) = json.loads(shown("json", results))
        assert entry["verdict"] == {
            "kind": "confirmed",
            "reason": VERDICT.reason,
            "level": "slice",
            "device": "cpu",
            "isolation": {"seccomp": "active", "Landlock": "not there"},
            "evidence": list(VERDICT.evidence),
            "stubs": ["load: zeros"],
            "repairs": ["x widened"],
            "inputs": ["x = ones(2)"],
            "attempts": [],
            "seconds": 0.25,
        }
        assert json.loads(shown("json-lines", results)) == entry


class TestSarif:
    def test_the_way_of_the_gradient_is_a_code_flow(self) -> None:
        (made,) = sarif([result(TRAINING, STORY)])["results"]
        (flow,) = made["codeFlows"]
        (thread,) = flow["threadFlows"]
        assert [
            (step["kinds"], step["location"]["physicalLocation"]["region"]["startLine"])
            for step in thread["locations"]
        ] == [(["enters"], 3), (["cut"], 5), (["asked"], 8)]
        assert [step["location"]["message"]["text"] for step in thread["locations"]] == [
            "gradient enters here",
            "cut here",
            "requested here",
        ]
        assert [(other["id"], other["message"]["text"]) for other in made["relatedLocations"]] == [
            (1, "gradient enters here"),
            (2, "requested here"),
        ]

    def test_a_finding_without_a_label_of_its_own_is_the_cut(self) -> None:
        alone = finding(span(5, 5, 15), Label("enters", "enters here", span(3, 1, 2)))
        (made,) = sarif([result(TRAINING, alone)])["results"]
        steps = made["codeFlows"][0]["threadFlows"][0]["locations"]
        assert [step["kinds"] for step in steps] == [["enters"], ["cut"]]
        assert "codeFlows" not in sarif([result(TRAINING, finding(span(5, 5, 15)))])["results"][0]

    def test_a_result_has_its_place_rule_and_fingerprint(self) -> None:
        run = sarif([result(TRAINING, replace(STORY, fingerprint="abc", verdict=VERDICT))])
        (made,) = run["results"]
        assert (made["ruleId"], made["ruleIndex"], made["level"]) == ("GL401", 0, "error")
        assert made["partialFingerprints"] == {"gradlint/v1": "abc"}
        assert made["locations"][0]["physicalLocation"] == {
            "artifactLocation": {"uri": "train.py", "uriBaseId": "%SRCROOT%"}
            | {"uri": in_repository("train.py")},
            "region": {
                "startLine": 5,
                "startColumn": 5,
                "endLine": 5,
                "endColumn": 15,
                "snippet": {"text": "y.detach()"},
            },
        }
        assert made["properties"]["verdict"]["evidence"] == list(VERDICT.evidence)
        assert run["columnKind"] == "unicodeCodePoints"
        assert list(run["originalUriBaseIds"]) == ["%SRCROOT%"]

    def test_the_rules_are_those_that_are_needed_with_their_pages(self) -> None:
        other = finding(span(1, 1, 2), code="GL101", name="numpy-call-on-gradient", severity=Severity.WARNING)
        run = sarif([result(TRAINING, STORY, other, STORY)])
        rules = run["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == ["GL401", "GL101"]
        assert [made["ruleIndex"] for made in run["results"]] == [0, 1, 0]
        for rule in rules:
            assert rule["help"]["markdown"].startswith(f"# {rule['name']} ({rule['id']})")
            assert rule["helpUri"] == rule_url(rule["id"])

    @pytest.mark.parametrize("rule", catalog.headings())
    def test_the_description_of_each_rule_fits_code_scanning(self, rule: str) -> None:
        (made,) = sarif([Result("a.py", (finding(span(1, 1, 2), code=rule),))])["tool"]["driver"]["rules"]
        for part in ("shortDescription", "fullDescription"):
            assert 0 < len(made[part]["text"]) <= 1024

    def test_names_are_quoted(self, folder: Path) -> None:
        (made,) = sarif([Result(NASTY_NAME, (finding(span(1, 1, 2), path=NASTY_NAME),))])["results"]
        uri = made["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[\w%./~-]+", uri, re.ASCII)
        assert unquote(uri) == NASTY_NAME

    def test_what_is_outside_has_its_whole_name(self, folder: Path) -> None:
        outside = str(folder.parent / "b.py")
        (made,) = sarif([Result(outside, (finding(span(1, 1, 2), path=outside),))])["results"]
        assert made["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": f"file://{outside}"}

    def test_a_fix_is_a_change_of_the_file(self) -> None:
        (made,) = sarif([result(TRAINING, replace(STORY, fix=FIX))])["results"]
        (fix,) = made["fixes"]
        (change,) = fix["artifactChanges"]
        assert change["replacements"] == [
            {
                "deletedRegion": {"startLine": 5, "startColumn": 6, "endLine": 5, "endColumn": 15},
                "insertedContent": {"text": ""},
            }
        ]
        assert fix["properties"] == {"applicability": "safe"}
        shown_only = replace(FIX, applicability="display")
        assert "fixes" not in sarif([result(TRAINING, replace(STORY, fix=shown_only))])["results"][0]

    def test_a_file_that_could_not_be_checked_is_a_notification(self) -> None:
        (invocation,) = sarif([FAILED])["invocations"]
        assert invocation["executionSuccessful"] is False
        (notification,) = invocation["toolExecutionNotifications"]
        assert notification["message"]["text"] == FAILED.failure
        assert sarif([])["invocations"][0]["executionSuccessful"] is True

    def test_in_a_notebook_the_cell_is_told_and_the_line_is_that_of_the_file(self, notebook: Result) -> None:
        (made,) = sarif([notebook])["results"]
        (location,) = made["locations"]
        assert location["properties"] == {"cell": 3, "row": 2, "column": 5}
        assert location["logicalLocations"][0]["name"] == "cell 3"
        region = location["physicalLocation"]["region"]
        line = Path("n.ipynb").read_text().splitlines()[region["startLine"] - 1]
        assert "z = w.detach()" in line
        assert set(region) == {"startLine", "endLine"}
        assert "fixes" not in made
        assert made["partialFingerprints"]["primaryLocationLineHash"] == "f00"
        assert made["relatedLocations"][0]["message"]["text"] == "cell 1, line 2: enters here"

    def test_microsofts_validator_is_content(self, notebook: Result, folder: Path) -> None:
        for name, results in (("all", [*everything(), notebook]), ("none", [Result("a.py")])):
            log = folder / f"{name}.sarif"
            log.write_text(shown("sarif", results))
            # We have no page on the web that could be named.
            assert [one for one in sarif_problems(log) if one[0] != "SARIF2005"] == []

    def test_microsofts_validator_is_content_with_the_examples(self, folder: Path) -> None:
        log = folder / "examples.sarif"
        words = ["--output-format", "sarif", "--output-file", str(log), "examples"]
        done = subprocess.run(
            [sys.executable, "-m", "gradlint", *words], cwd=ROOT, capture_output=True, check=False
        )
        assert done.returncode == 1
        assert [one for one in sarif_problems(log) if one[0] != "SARIF2005"] == []

    def test_microsofts_validator_does_complain_of_a_bad_log(self, folder: Path) -> None:
        log = json.loads(shown("sarif", [result(TRAINING, STORY)]))
        del log["runs"][0]["results"][0]["locations"]
        (folder / "bad.sarif").write_text(json.dumps(log))
        assert "error" in {level for _, level, _ in sarif_problems(folder / "bad.sarif")}


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Workflow commands as the runner reads them: name, properties, message."""
    found = []
    for line in text.splitlines():
        told = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line)
        assert told is not None, line
        pairs = (pair.partition("=") for pair in told[2].split(","))
        properties = {key: value.replace("%3A", ":").replace("%2C", ",") for key, _, value in pairs}
        found.append(
            (told[1], {key: unescaped(value) for key, value in properties.items()}, unescaped(told[3]))
        )
    return found


def unescaped(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


class TestGithub:
    def test_an_annotation_has_its_lines_and_its_story(self) -> None:
        ((name, properties, text),) = commands(shown("github", [result(TRAINING, STORY)]))
        assert name == "error"
        assert properties == {
            "title": "gradlint GL401 detached-loss",
            "file": in_repository("train.py"),
            "line": "5",
            "col": "5",
            "endColumn": "15",
            "endLine": "5",
        }
        assert text.splitlines() == [
            "train.py:5:5: GL401 the gradient is cut",
            "  line 3: gradient enters here",
            "  line 5: cut here",
            "  line 8: requested here",
            "help: use y itself",
        ]

    def test_several_lines_have_no_columns(self) -> None:
        ((_, properties, _),) = commands(shown("github", [result(TRAINING, finding(span(3, 5, 4, last=6)))]))
        assert (properties["line"], properties["endLine"]) == ("3", "6")
        assert not {"col", "endColumn"} & set(properties)

    @pytest.mark.parametrize(
        ("severity", "name"), [("error", "error"), ("warning", "warning"), ("info", "notice")]
    )
    def test_the_severity_is_the_command(self, severity: str, name: str) -> None:
        told = shown("github", [result("x\n", finding(span(1, 1, 2), severity=Severity(severity)))])
        assert commands(told)[0][0] == name

    def test_the_cell_of_a_notebook_is_in_the_text(self, notebook: Result) -> None:
        ((_, properties, text),) = commands(shown("github", [notebook]))
        assert text.startswith("n.ipynb:cell 3:2:5: GL401")
        assert "z = w.detach()" in Path("n.ipynb").read_text().splitlines()[int(properties["line"]) - 1]

    def test_a_file_that_could_not_be_checked_is_an_error(self) -> None:
        ((name, properties, text),) = commands(shown("github", [FAILED]))
        assert (name, properties["file"]) == ("error", in_repository("broken.py"))
        assert FAILED.failure is not None and FAILED.failure in text

    @settings(deadline=None)
    @given(
        message=st.text(st.sampled_from("ab%:,\r\n=0A D25"), max_size=30),
        path=st.text(st.sampled_from("ab%:,=0A 25"), min_size=1, max_size=20),
    )
    def test_nothing_in_a_text_or_a_name_is_a_command(self, message: str, path: str) -> None:
        told = finding(span(1, 1, 2), message=message, path=path)
        out = shown("github", [Result(path, (told,))])
        assert out.count("\n") == 1 and out.endswith("\n") and "\r" not in out
        ((_, properties, text),) = commands(out)
        assert properties["file"] == in_repository(path)
        assert text.endswith(f": GL401 {message}")


class TestGitlab:
    def test_an_issue_has_what_gitlab_asks_for(self) -> None:
        told = replace(STORY, fingerprint="abc", verdict=VERDICT)
        (issue,) = json.loads(shown("gitlab", [result(TRAINING, told)]))
        assert issue == {
            "type": "issue",
            "check_name": "GL401",
            "description": f"GL401 detached-loss: the gradient is cut [confirmed: {VERDICT.reason}]",
            "categories": ["Bug Risk"],
            "severity": "critical",
            "fingerprint": "abc",
            "location": {"path": in_repository("train.py"), "lines": {"begin": 5, "end": 5}},
        }

    def test_no_finding_is_an_empty_list(self) -> None:
        assert shown("gitlab", [Result("a.py")]) == "[]\n"

    def test_each_issue_has_a_fingerprint_of_its_own(self, notebook: Result) -> None:
        issues = json.loads(shown("gitlab", [*everything(), notebook]))
        assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 6
        assert {issue["severity"] for issue in issues} == {"critical", "major", "info", "blocker"}
        assert issues[-1]["description"].endswith("(cell 3, line 2)")
        assert not [issue for issue in issues if issue["location"]["path"].startswith((".", "/"))]


class TestJunit:
    def parsed(self, results: Sequence[Result]) -> ElementTree.Element:
        return ElementTree.fromstring(shown("junit", results).encode())

    def test_each_file_is_a_suite_with_its_counts(self) -> None:
        root = self.parsed(everything())
        counts = [[suite.get(name) for name in ("tests", "failures", "errors")] for suite in root]
        assert counts == [["2", "2", "0"], ["1", "1", "0"], ["1", "1", "0"], ["1", "0", "0"], ["1", "0", "1"]]
        for suite in root:
            cases = suite.findall("testcase")
            assert suite.get("tests") == str(len(cases))
            assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
            assert suite.get("errors") == str(len(suite.findall("testcase/error")))
            rules = {one.get("name"): one.get("value") for one in suite.findall("properties/property")}
            types = [failure.get("type") for failure in suite.findall("testcase/failure")]
            assert rules == {code: str(types.count(code)) for code in types}

    def test_a_failure_tells_the_story_and_the_verdict(self) -> None:
        (suite,) = self.parsed([result(TRAINING, replace(STORY, verdict=VERDICT))])
        (failure,) = suite.findall("testcase/failure")
        assert failure.get("message") == "the gradient is cut"
        assert (failure.text or "").splitlines() == [
            "train.py:5:5: error",
            "the gradient is cut",
            "  line 3: gradient enters here",
            "  line 5: cut here",
            "  line 8: requested here",
            "help: use y itself",
            f"confirmed: {VERDICT.reason}",
            *[f"  {line}" for line in VERDICT.evidence],
        ]

    def test_folders_are_packages(self, folder: Path) -> None:
        (suite,) = self.parsed([Result("src/net/train.py")])
        (case,) = suite.findall("testcase")
        assert case.get("classname") == "src.net.train_py"

    def test_without_any_file_there_is_still_a_test(self) -> None:
        assert len(self.parsed([]).findall("testsuite/testcase")) == 1

    @settings(deadline=None)
    @given(message=st.text(max_size=40))
    def test_any_text_is_xml(self, message: str) -> None:
        (suite,) = self.parsed([Result("a.py", (finding(span(1, 1, 2), message=message),))])
        (failure,) = suite.findall("testcase/failure")
        kept = "".join(one if is_xml(one) else "\ufffd" for one in message)
        assert failure.get("message") == kept

    def test_the_schema_of_jenkins_is_met(self, notebook: Result) -> None:
        xmlschema = pytest.importorskip("xmlschema")
        schema = xmlschema.XMLSchema(str(junit_schema()))
        for results in ([*everything(), notebook], [], [Result("a.py")], [FAILED]):
            schema.validate(shown("junit", results))
        assert not schema.is_valid('<testsuites><testsuite name="x"/></testsuites>')

    def test_nothing_is_written_that_the_schema_of_jenkins_does_not_know(self, notebook: Result) -> None:
        known = {
            "testsuites": {"name"},
            "testsuite": {"name", "tests", "failures", "errors", "skipped"},
            "properties": set(),
            "property": {"name", "value"},
            "testcase": {"classname", "name"},
            "failure": {"type", "message"},
            "error": {"type", "message"},
        }
        for element in self.parsed([*everything(), notebook]).iter():
            assert set(element.keys()) <= known[element.tag]


def is_xml(character: str) -> bool:
    code = ord(character)
    return code in (9, 10, 13) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code > 0xFFFF


class TestRdjson:
    def diagnostics(self, *results: Result) -> list[dict[str, Any]]:
        made = json.loads(shown("rdjson", results))
        assert made["source"] == {"name": "gradlint"}
        assert isinstance(made["diagnostics"], list)
        return made["diagnostics"]

    def test_a_diagnostic_has_its_range_code_and_message(self) -> None:
        (made,) = self.diagnostics(result(TRAINING, replace(STORY, verdict=VERDICT)))
        assert made["location"] == {
            "path": "train.py",
            "range": {"start": {"line": 5, "column": 5}, "end": {"line": 5, "column": 15}},
        }
        assert (made["severity"], made["code"]) == ("ERROR", {"value": "GL401", "url": STORY.url})
        assert f"confirmed: {VERDICT.reason}" in made["message"].splitlines()
        assert made["suggestions"] == []

    def test_columns_count_bytes(self) -> None:
        text = "日本 = 'é' + CUT\n"
        at = text.index("CUT") + 1
        (made,) = self.diagnostics(result(text, finding(span(1, at, at + 3))))
        start = len(text.partition("CUT")[0].encode()) + 1
        assert made["location"]["range"] == {
            "start": {"line": 1, "column": start},
            "end": {"line": 1, "column": start + 3},
        }

    def test_a_fix_of_many_edits_is_one_suggestion(self) -> None:
        edits = (Edit(span(6, 8, 9), "y"), Edit(span(5, 1, 15), "# é"))
        told = replace(STORY, fix=Fix("Use y", "unsafe", edits))
        (made,) = self.diagnostics(result(TRAINING, told))
        (suggestion,) = made["suggestions"]
        assert suggestion == {
            "range": {"start": {"line": 5, "column": 1}, "end": {"line": 6, "column": 9}},
            "text": "# é\nloss = y",
        }

    def test_what_cannot_be_applied_is_not_suggested(self, notebook: Result) -> None:
        told = replace(STORY, fix=replace(FIX, applicability="display"))
        (in_file, in_cell) = self.diagnostics(result(TRAINING, told), notebook)
        assert in_file["suggestions"] == in_cell["suggestions"] == []
        line = in_cell["location"]["range"]["start"]["line"]
        assert in_cell["location"]["range"] == {"start": {"line": line}, "end": {"line": line}}
        assert in_cell["message"].startswith("cell 3, line 2: ")

    def test_a_file_that_could_not_be_checked_is_a_diagnostic(self) -> None:
        (made,) = self.diagnostics(FAILED)
        assert made == {"message": FAILED.failure, "location": {"path": "broken.py"}, "severity": "ERROR"}


class Page(HTMLParser):
    """What a browser makes of a page: elements with their attributes, and the text outside of scripts."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.raw: dict[str, str] = {"style": "", "script": ""}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.raw:
            self.raw[self._open[-1]] += data
        else:
            self.text += data

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    def having(self, style: str) -> list[str]:
        return [tag for tag, attributes in self.elements if style in attributes.get("class", "").split()]


class TestHtml:
    def test_links_stay_on_the_page_and_lead_somewhere(self, notebook: Result) -> None:
        rules = catalog.headings().values()
        each = tuple(finding(span(1, 1, 2), code=rule.code, name=rule.name) for rule in rules)
        page = Page(shown("html", [*everything(), notebook, result("x\n", *each)]))
        ids = page.values("id")
        assert len(set(ids)) == len(ids)
        assert {link.removeprefix("#") for link in page.values("href")} <= set(ids)
        for name in ("src", "action", "style", "onclick"):
            assert page.values(name) == []
        assert {tag for tag, _ in page.elements} <= set(
            "html head meta title style body a header main section article form label input select option button"
            " output h1 h2 h3 h4 p ul ol li dl dt dd table caption tbody tr th td pre code span mark strong small"
            " details summary div del ins br em script".split()
        )

    def test_only_its_own_style_and_script_may_run(self) -> None:
        page = Page(shown("html", everything()))
        (policy,) = [one["content"] for _, one in page.elements if "http-equiv" in one]
        assert policy.startswith("default-src 'none'; ")
        for text in page.raw.values():
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy
        assert not re.search(r"https?:|//|url\(|@import|fetch|XMLHttp", "".join(page.raw.values()))

    def test_what_files_hold_is_text_and_nothing_else(self) -> None:
        page = Page(shown("html", everything()))
        assert [tag for tag, _ in page.elements].count("script") == 1
        assert "<script>alert(1)</script>" in page.text
        assert "x = '</script>'" in page.text
        assert NASTY_NAME in page.text
        assert not set(page.text) & {"\x1b", "\u202e"}

    @settings(deadline=None)
    @given(text=st.text(max_size=60))
    def test_no_text_becomes_an_element(self, text: str) -> None:
        def page(text: str) -> Page:
            labels = (Label("enters", text, span(1, 1, 2)), Label("cut", text, span(1, 2, 3)))
            odd = finding(span(1, 2, 3), *labels, message=text, path=text or "a", help=text or "a")
            verdict = replace(VERDICT, reason=text, evidence=(text,), inputs=(text,))
            told = replace(odd, verdict=verdict, fix=Fix(text, "safe", (Edit(span(1, 1, 2), text),)))
            code = "xyz" if "\0" in text else f"xyz {text}\n"
            return Page(shown("html", [Result(text, (told,), from_text(code, "a.py"))]))

        own = {"code", "p", "tr", "th", "td", "del", "ins", "span", "mark", "table", "caption", "tbody"}
        assert [e for e, _ in page(text).elements if e not in own] == [
            e for e, _ in page("abc").elements if e not in own
        ]

    def test_the_chain_is_drawn_from_source_over_cut_to_sink(self) -> None:
        page = Page(shown("html", [result(TRAINING, STORY)]))
        boxes = [attributes["class"] for tag, attributes in page.elements if tag == "li" and attributes]
        assert boxes == ["enters", "cut", "asked"]
        assert re.search(
            r"enters\s*line 3\s*w\s*cut\s*line 5\s*y\.detach\(\)\s*requested\s*line 8", page.text
        )

    def test_the_code_is_shown_with_its_marks(self) -> None:
        page = Page(shown("html", [result(TRAINING, STORY)]))
        assert page.having("enters") == ["li", "mark", "span"]
        assert page.having("cut") == ["li", "mark", "span"]
        assert page.having("asked") == ["li", "mark", "span"]
        for line in (
            "3 w = torch.ones(3, requires_grad=True)\n",
            "5 z = y.detach()\n",
            "8 loss.backward()\n",
        ):
            assert line in page.text

    def test_evidence_is_a_table(self) -> None:
        text = shown("html", [result(TRAINING, replace(STORY, verdict=VERDICT))])
        rows = re.findall(r'<tr><th scope="row">(.*?)</th><td><code>(.*?)</code></td></tr>', text)
        assert ("as written", "None</code><br><code>3 steps") in rows
        assert ("after fix", "[2.0, 2.0]") in rows
        assert ("finite differences", "[2.0, 2.0]") in rows
        assert '<td colspan="2"><code>RuntimeError &lt;b&gt;</code></td>' in text
        for told in (*VERDICT.stubs, *VERDICT.repairs, *VERDICT.inputs, "seccomp: active"):
            assert told in text

    def test_a_fix_is_shown_as_a_change(self) -> None:
        text = shown("html", [result(TRAINING, replace(STORY, fix=FIX))])
        assert "<del>z = y.detach()</del>\n<ins>z = y</ins>" in text

    def test_between_two_changes_nothing_is_repeated(self) -> None:
        edits = (Edit(span(1, 1, 1), "import os\n"), Edit(span(5, 6, 15), ""))
        text = shown("html", [result(TRAINING, replace(STORY, fix=Fix("Both", "safe", edits)))])
        change = text.partition('aria-label="Change">')[2].partition("</pre>")[0]
        assert re.sub(r"<.*?>", "", change).split("\n") == [
            "import os",
            "&#8943;",
            "z = y.detach()",
            "z = y",
            "",
        ]

    def test_of_a_long_line_the_piece_with_the_marks_is_shown(self) -> None:
        text = f"first = {'x' * 5000} + second\n"
        at = text.index("second") + 1
        page = Page(shown("html", [result(text, finding(span(1, at, at + 6)))]))
        assert "xxx + second\n" in page.text and "x" * 500 not in page.text

    def test_cells_are_named(self, notebook: Result) -> None:
        page = Page(shown("html", [notebook]))
        assert "cell 3, line 2, column 5" in page.text
        assert "cell 1\n" in page.text and "cell 3\n" in page.text

    def test_what_was_not_checked_is_listed(self) -> None:
        page = Page(shown("html", [FAILED]))
        assert "Not checked" in page.text and "KeyError: 'boom' <&>" in page.text

    def test_nothing_found_is_said(self) -> None:
        page = Page(shown("html", [Result("a.py")]))
        assert "All checks passed!" in page.text and "1 file checked" in page.text
        assert "form" not in {tag for tag, _ in page.elements}

    def test_each_control_can_be_reached_and_has_a_name(self) -> None:
        page = Page(shown("html", everything()))
        assert page.values("tabindex") == ["0"] * len(page.having("code"))
        scrolled = [one for tag, one in page.elements if tag == "pre"]
        assert all(one["role"] == "region" and one["aria-label"] for one in scrolled)
        controls = [tag for tag, _ in page.elements if tag in ("input", "select")]
        assert len(controls) == [tag for tag, _ in page.elements].count("label") == 4
        assert dict(page.elements)["html"] == {"lang": "en"}


class TestLinesOfNotebooks:
    def lines(self, folder: Path, text: str) -> FilePlaces:
        (folder / "n.ipynb").write_text(text, newline="")
        return FilePlaces("n.ipynb")

    @pytest.mark.parametrize("ending", ["\n", "\r\n"])
    def test_each_row_is_where_jupyter_wrote_it(self, folder: Path, ending: str) -> None:
        text = json.dumps({"cells": CELLS, "metadata": {}}, indent=1).replace("\n", ending)
        places = self.lines(folder, text)
        for number, cell in enumerate(CELLS, 1):
            for row, source in enumerate(cell["source"], 1):
                line = places.of(span(row, 1, 2, number)).first
                assert json.dumps(source) in text.split(ending)[line - 1]

    def test_a_source_that_is_one_text_is_one_line(self, folder: Path) -> None:
        text = json.dumps({"cells": [{"cell_type": "code", "source": "a\nb\nc"}]}, indent=1)
        places = self.lines(folder, text)
        assert places.of(span(1, 1, 2, 1)) == places.of(span(3, 1, 2, 1)) == Stretch(5, 5)

    def test_other_lists_of_cells_do_not_count(self, folder: Path) -> None:
        fake = {"cells": [{"source": ["fake"]}]}
        output = {"data": {"application/json": fake}, "source": ["fake"]}
        cells = [
            {"metadata": {"cells": [{}], "source": ["no"]}, "outputs": [output], "source": ["one"]},
            {"source": ['two "cells": [{\n', "three\\"]},
        ]
        text = json.dumps({"metadata": fake, "cells": cells}, indent=1)
        places = self.lines(folder, text)
        for cell, row, word in ((1, 1, '"one"'), (2, 1, '"two'), (2, 2, '"three')):
            assert word in text.split("\n")[places.of(span(row, 1, 2, cell)).first - 1]

    def test_worksheets_are_counted_through(self, folder: Path) -> None:
        sheets = [{"cells": [{"input": ["one"]}]}, {"cells": [{"input": ["two"]}]}]
        text = json.dumps({"worksheets": sheets}, indent=1)
        places = self.lines(folder, text)
        assert '"two"' in text.split("\n")[places.of(span(1, 1, 2, 2)).first - 1]

    def test_without_the_file_it_is_the_first_line(self, folder: Path) -> None:
        assert FilePlaces("gone.ipynb").of(span(7, 1, 2, 3)) == Stretch(1, 1)
        assert self.lines(folder, "{]},[").of(span(7, 1, 2, 3)) == Stretch(1, 1)

    def test_elsewhere_a_row_is_a_line(self) -> None:
        assert FilePlaces("a.py").of(span(3, 2, 9)) == Stretch(3, 3, (2, 9))
        assert FilePlaces("a.py").of(span(3, 2, 1, last=5)) == Stretch(3, 4)


class TestNames:
    def test_names_are_below_the_repository(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert in_repository("src/a.py") == "src/a.py"
        assert in_repository(str(folder / "src" / "a.py")) == "src/a.py"
        (folder / "repo" / ".git").mkdir(parents=True)
        (folder / "repo" / "src").mkdir()
        monkeypatch.chdir(folder / "repo" / "src")
        assert in_repository("a.py") == "src/a.py"
        assert in_repository("../b.py") == "b.py"

    def test_what_is_outside_keeps_its_whole_name(self, folder: Path) -> None:
        assert in_repository("../a.py") == str(folder.parent / "a.py")
        assert in_repository("..a.py") == "..a.py"
        assert in_repository("-") == "-"


class TestReplacement:
    def made(self, *edits: Edit) -> str | None:
        lines = Lines(from_text(TRAINING, "train.py"))
        whole = replacement(Fix("", "safe", edits), lines)
        return None if whole is None else "\n".join(whole.after)

    def test_edits_become_one(self) -> None:
        assert self.made(Edit(span(5, 6, 15), ""), Edit(span(4, 5, 6), "v")) == "y = v * 2\nz = y"
        assert self.made(Edit(span(1, 1, 1), "import os\n")) == "import os\nimport torch"
        assert self.made(Edit(span(7, 1, 1, last=8), "")) == "loss.backward()"

    def test_what_overlaps_or_is_not_there_does_not(self) -> None:
        assert self.made() is None
        assert self.made(Edit(span(5, 1, 9), ""), Edit(span(5, 5, 15), "")) is None
        assert self.made(Edit(span(50, 1, 2), "")) is None
        assert self.made(Edit(span(5, 1, 2), ""), Edit(span(1, 1, 2, cell=2), "")) is None


def visible(folder: Path) -> list[str]:
    return sorted(name for name in os.listdir(folder) if name != ".gradlint_cache")


class TestOutputFile:
    @pytest.fixture(autouse=True)
    def _project(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        standin.install(monkeypatch)
        (folder / "a.py").write_text("import torch\nx = CUT\n")

    def test_the_report_is_in_the_file_and_the_summary_is_shown(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["--output-format", "json", "--output-file", "out.json"]) == 1
        assert capsys.readouterr() == ("Found 1 error in 1 file.\n", "")
        assert json.loads((folder / "out.json").read_text())[0]["code"] == "GL401"
        assert visible(folder) == ["a.py", "out.json"]

    def test_quiet_shows_nothing(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["-q", "--output-format", "concise", "--output-file", "out.txt"]) == 1
        assert capsys.readouterr() == ("", "")
        assert (folder / "out.txt").read_text() == "a.py:2:5: GL401 the gradient is cut\n"

    def test_a_dash_is_standard_output(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["-q", "--output-format", "concise", "--output-file", "-"]) == 1
        assert capsys.readouterr().out == "a.py:2:5: GL401 the gradient is cut\n"
        assert visible(folder) == ["a.py"]

    @pytest.mark.parametrize(("words", "coloured"), [([], False), (["--color", "always"], True)])
    def test_files_are_coloured_only_on_demand(
        self, words: list[str], coloured: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert main(["--output-file", "out.txt", *words]) == 1
        text = (folder / "out.txt").read_text()
        assert ("\x1b[" in text) is coloured
        assert "\nFound 1 error in 1 file.\n" in text

    @pytest.mark.parametrize(
        ("name", "complaint"), [("no/out.txt", "no such folder: no"), ("sub", "sub is a folder")]
    )
    def test_a_wrong_place_is_an_error(
        self, name: str, complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "sub").mkdir()
        assert main(["--output-file", name]) == 2
        assert capsys.readouterr() == ("", f"gradlint: error: --output-file: {complaint}\n")

    def test_a_run_that_fails_leaves_the_old_report(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / "out.txt").write_text("old")

        def broken(results: object, screen: object) -> Iterator[str]:
            yield "half"
            raise RuntimeError

        monkeypatch.setattr("gradlint.report.full.report", broken)
        assert main(["--output-file", "out.txt"]) == 2
        assert (folder / "out.txt").read_text() == "old"
        assert visible(folder) == ["a.py", "out.txt"]

    def test_a_pipe_stays_a_pipe(self, folder: Path) -> None:
        assert main(["--output-file", os.devnull]) == 1
        assert not Path(os.devnull).is_file()


def test_each_finding_in_the_examples_is_told() -> None:
    words = ["--output-format", "json", "examples"]
    done = subprocess.run(
        [sys.executable, "-m", "gradlint", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    messages = {entry["message"] for entry in json.loads(done.stdout)}
    for name in ("github", "junit"):
        done = subprocess.run(
            [sys.executable, "-m", "gradlint", "--output-format", name, "examples"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (1, "")
        told = done.stdout if name == "github" else "".join(ElementTree.fromstring(done.stdout).itertext())
        assert all(message in told for message in messages)
