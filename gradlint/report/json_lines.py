"""The objects of the JSON format, one per line, for programs that read while we write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from gradlint.core.result import Result
from gradlint.report.json_ import as_object
from gradlint.report.screen import Screen


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    for result in results:
        for finding in result.findings:
            yield json.dumps(as_object(finding), separators=(",", ":")) + "\n"
