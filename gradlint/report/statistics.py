"""How often each rule fired, the most frequent first."""

from __future__ import annotations

import json
from collections.abc import Iterator

from gradlint.report.screen import Screen
from gradlint.report.tally import Tally


def as_text(tally: Tally, screen: Screen) -> Iterator[str]:
    rows = _rows(tally)
    width = len(str(rows[0][2])) if rows else 0
    for code, name, count in rows:
        yield f"{count:>{width}}  {screen.paint(code, 'strong')}  {name}\n"


def as_json(tally: Tally) -> Iterator[str]:
    """The shape of ruff's; `fixable` says whether --fix would fix any of them."""
    entries = [
        {"code": code, "name": name, "count": count, "fixable": code in tally.fixable}
        for code, name, count in _rows(tally)
    ]
    yield json.dumps(entries, indent=2) + "\n"


def _rows(tally: Tally) -> list[tuple[str, str, int]]:
    counted = sorted(tally.by_rule.items(), key=lambda item: (-item[1], item[0]))
    return [(code, name, count) for (code, name), count in counted]
