"""What is known about the documents that an editor has open: their last findings, for actions and hovers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gradlint.core import catalog
from gradlint.core.errors import GradlintError
from gradlint.core.model import Finding, Fix
from gradlint.core.result import Result
from gradlint.engine.config import Configuration, Settings
from gradlint.engine.ignoring import ignored
from gradlint.engine.linting import Engine
from gradlint.lsp.shown import Shown, encoded


@dataclass(frozen=True, slots=True)
class Linted:
    """The findings in one version of a document."""

    version: int | None
    result: Result
    texts: Mapping[str, bytes] = field(default_factory=dict)
    """What the editor showed of all its documents then, by the absolute paths of their files."""

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


def linted(document: Shown, config: str | None, texts: Mapping[str, bytes]) -> Linted:
    """Lint what the editor shows, with the configuration as it is now."""
    from gradlint.analysis.project.modules import LIBRARY

    engine = engine_for(document.path, config)
    content = encoded(document.text)
    with LIBRARY.showing(texts):
        result = engine.lint_source(content, document.path)
    return Linted(document.version, result, texts)


def engine_for(path: str, config: str | None) -> Engine:
    """What lints a file."""
    return Engine(_configuration(path, config), catalog.headings())


def settings_for(path: str, config: str | None) -> Settings:
    return _configuration(path, config).settings_for(path)


def _configuration(path: str, config: str | None) -> Configuration:
    """A configuration that is wrong is no reason to stay silent: the defaults hold until it is right again."""
    try:
        configuration = Configuration(catalog.headings(), {}, config)
        configuration.settings_for(path)
    except GradlintError:
        configuration = Configuration(catalog.headings(), {}, None, isolated=True)
    return configuration
