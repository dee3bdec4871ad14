"""What each rule foretells of a run, from its own file."""

from __future__ import annotations

from functools import cache
from typing import Any

from gradlint.confirm.runner.execute.expectation import Foretold, foretold_of
from gradlint.core import catalog


@cache
def foretold(code: str) -> Foretold:
    confirm = catalog.rule(code).confirm
    return foretold_of(
        {
            "shows": confirm.shows,
            "traits": confirm.traits,
            "errors": confirm.errors,
            "measures": confirm.measures,
        }
    )


def expectation_of(code: str) -> dict[str, Any]:
    """The same as a job says it to the runner, which knows no rules."""
    found = foretold(code)
    return {
        "shows": found.shows,
        "traits": sorted(found.traits),
        "errors": list(found.errors),
        "measures": list(found.measures),
    }
