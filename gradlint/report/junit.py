"""JUnit XML as Jenkins reads it: a suite for each file, a failed test for each finding.

Only what the schema of Jenkins' xUnit plugin knows is written. A file without findings is a test that
passed: Jenkins takes a report without any test for an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from gradlint.core.model import Finding
from gradlint.core.result import Result
from gradlint.report.in_repository import in_repository
from gradlint.report.places import place
from gradlint.report.screen import Screen
from gradlint.report.wording import story, where

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_ATTRIBUTES = str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gradlint">\n'
    empty = True
    for result in results:
        empty = False
        yield "".join(_suite(result, screen))
    if empty:
        yield "".join(_suite(Result("no files"), screen))
    yield "</testsuites>\n"


def _suite(result: Result, screen: Screen) -> Iterator[str]:
    findings = result.findings
    errors = 0 if result.failure is None else 1
    tests = max(len(findings) + errors, 1)
    counts = {"tests": tests, "failures": len(findings), "errors": errors, "skipped": 0}
    yield f"  <testsuite{_attributes({'name': result.path, **counts})}>\n"
    if findings:
        yield "    <properties>\n"
        for code, count in sorted(Counter(finding.code for finding in findings).items()):
            yield f"      <property{_attributes({'name': code, 'value': count})}/>\n"
        yield "    </properties>\n"
    for finding in findings:
        yield _failed(finding, result.path, screen)
    if result.failure is not None:
        body = f"<error{_attributes({'type': 'gradlint', 'message': result.failure})}/>"
        yield _case("could not be checked", result.path, body)
    elif not findings:
        yield _case("gradients", result.path)
    yield "  </testsuite>\n"


def _failed(finding: Finding, path: str, screen: Screen) -> str:
    start = finding.span.start
    name = f"{finding.code} {finding.name}, {where(finding.span)}, column {start.column}"
    text = f"{place(finding, screen)}: {finding.severity.value}\n" + "\n".join(story(finding))
    head = _attributes({"type": finding.code, "message": finding.message})
    return _case(name, path, f"<failure{head}>{_escaped(text)}</failure>")


def _case(name: str, path: str, body: str = "") -> str:
    # A dot separates packages, so that Jenkins groups files by their folders.
    dotted = in_repository(path).strip("/").replace(".", "_").replace("/", ".")
    head = _attributes({"classname": dotted, "name": name})
    if not body:
        return f"    <testcase{head}/>\n"
    return f"    <testcase{head}>\n      {body}\n    </testcase>\n"


def _attributes(values: Mapping[str, object]) -> str:
    return "".join(
        f' {name}="{_escaped(str(value)).translate(_IN_ATTRIBUTES)}"' for name, value in values.items()
    )


def _escaped(text: str) -> str:
    """Text for XML in ASCII, which is right whatever the encoding of the output.

    Control characters, and the bytes of a file name that are no text, cannot be written at all.
    """
    plain = _NOT_XML.sub("\ufffd", text).translate(_ENTITIES)
    return plain.encode("ascii", "xmlcharrefreplace").decode("ascii")
