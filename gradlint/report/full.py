"""The story of each finding, one after the other: the report for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradlint.core.result import Result
    from gradlint.report.screen import Screen


def report(results: Iterable[Result], screen: Screen) -> Iterator[str]:
    for result in results:
        if result.findings and result.unit is not None:
            # Most runs have no story to tell.
            from gradlint.report.story import story
            from gradlint.report.texts import Texts

            texts = Texts(result)
            for finding in result.findings:
                yield "\n".join(story(finding, texts, screen)) + "\n\n"
