"""What is known about the documents that an editor has open: their last findings, for actions and hovers."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gradlint import catalog
from gradlint.config import Configuration
from gradlint.engine import Engine, Result
from gradlint.errors import GradlintError
from gradlint.ignoring import ignored
from gradlint.lsp.shown import Shown
from gradlint.model import Finding, Fix


@dataclass(frozen=True, slots=True)
class Linted:
    """The findings in one version of a document."""

    version: int | None
    result: Result

    def at(self, cell: int | None, row: int, last: int | None = None) -> Iterator[Finding]:
        """The findings on the rows from `row` (from 1) to `last`; in a notebook, of one cell."""
        for finding in self.result.findings:
            if (
                finding.span.cell == cell
                and finding.span.start.row <= (last or row)
                and row <= finding.span.end.row
            ):
                yield finding

    def ignore(self, finding: Finding) -> Fix | None:
        """The comment that says that a finding is meant."""
        if self.result.unit is None:
            return None
        made = ignored([finding], self.result.unit, "")
        return made[0].fix if made else None

    def with_verdicts(self, confirmed: Sequence[Finding]) -> Linted:
        """The same findings, with what running has shown of some of them."""
        shown = {(one.code, one.span): one.verdict for one in confirmed}
        findings = tuple(
            replace(one, verdict=shown.get((one.code, one.span), one.verdict)) for one in self.result.findings
        )
        return replace(self, result=replace(self.result, findings=findings))


def linted(document: Shown, config: str | None) -> Linted:
    """Lint what the editor shows, with the configuration as it is now."""
    engine = engine_for(document.path, config)
    return Linted(document.version, engine.lint_source(encoded(document.text), document.path))


def engine_for(path: str, config: str | None) -> Engine:
    """What lints a file.

    A configuration that is wrong is no reason to stay silent: the defaults hold until it is right again.
    """
    try:
        configuration = Configuration(catalog.headings(), {}, config)
        configuration.settings_for(path)
    except GradlintError:
        configuration = Configuration(catalog.headings(), {}, None, isolated=True)
    return Engine(configuration, catalog.headings())


def encoded(text: str) -> bytes:
    """The text as a file that is UTF-8 whatever its coding comment says: the editor has decoded it already."""
    return codecs.BOM_UTF8 + text.encode("utf-8", "surrogatepass")


def decoded(data: bytes) -> str:
    return data.decode("utf-8-sig", "surrogatepass")
