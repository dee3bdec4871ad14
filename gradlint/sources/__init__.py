"""From paths to units: which files to lint, and the Python in each with the way back to its lines."""

from __future__ import annotations

from gradlint.sources.discover import DEFAULT_EXCLUDE, DiscoverySettings, discover
from gradlint.sources.read import from_text, read, unreadable
from gradlint.sources.unit import Kind, Origin, Problem, Unit

__all__ = [
    "DEFAULT_EXCLUDE",
    "DiscoverySettings",
    "Kind",
    "Origin",
    "Problem",
    "Unit",
    "discover",
    "from_text",
    "read",
    "unreadable",
]
