"""One line per finding, for editors and grep: `path:row:column: CODE message`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gradlint.core.result import Result
from gradlint.report.places import place
from gradlint.report.screen import Screen


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    for result in results:
        for finding in result.findings:
            code = screen.paint(finding.code, finding.severity.value)
            verdict = "" if finding.verdict is None else f" [{finding.verdict.kind}]"
            mark = " [*]" if finding.is_fixable else ""
            yield f"{place(finding, screen)}: {code}{mark} {screen.clean(finding.message)}{verdict}\n"
