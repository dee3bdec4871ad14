"""gradlint finds the line where a gradient breaks, before the training run does.

import gradlint

for finding in gradlint.lint_source(text):
    print(finding.span.start.row, finding.code, finding.message)

for result in gradlint.lint_paths(["src"]):
    print(result.path, result.findings, result.failure)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gradlint.core.model import Finding
    from gradlint.core.result import Result

__version__ = "0.1.0"
__all__ = ["__version__", "lint_paths", "lint_source"]


def lint_source(
    text: str | bytes,
    filename: str = "source.py",
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
) -> tuple[Finding, ...]:
    """The findings in a text: Python, or by its ending a notebook (`.ipynb`) or a Markdown document.

    `select` and `ignore` are rules as on the command line; no configuration file is read. A text that is
    no Python is one finding, GL900. GradlintError is raised for a rule that does not exist, RuntimeError
    for a fault of gradlint itself.
    """
    from gradlint.api import engine

    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    result = engine(select, ignore, None, isolated=True).lint_source(data, filename)
    if result.failure is not None:
        raise RuntimeError(result.failure)
    return result.findings


def lint_paths(
    paths: Sequence[str],
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    config: str | None = None,
    isolated: bool = False,
) -> Iterator[Result]:
    """One result for each file below the paths, as `gradlint PATH ...` would lint them, as they come.

    The nearest configuration files hold unless `config` names another or `isolated` says none.
    """
    from gradlint.api import found

    return found(paths, select, ignore, config, isolated)
