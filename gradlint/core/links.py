"""Where the documentation is: the one place that knows its address."""

from __future__ import annotations

DOCS = "https://gradlint-autodiff.readthedocs.io/en/latest/"
"""The published site, as `[project.urls]` and `mkdocs.yml` name it. `docs-url` in a configuration replaces it, for a
copy on another host or on disk: `mkdocs build` makes one that also opens as `file:///...`."""


def rule_url(code: str, docs: str = DOCS) -> str:
    """The page of a rule. `gradlint rule CODE` prints the same text without a network."""
    return f"{docs}rules/{code}.html"
