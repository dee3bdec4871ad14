"""The one exception that gradlint raises on purpose."""

from __future__ import annotations


class GradlintError(Exception):
    """A problem the user can fix: shown as one line, exit code 2."""
