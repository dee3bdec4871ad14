"""The ways to name rules: a code, a kebab-case name, the beginning of codes, a group, or ALL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Protocol, get_args

from gradlint.core.model import Framework, Severity


class Named(Protocol):
    """What has to be known of a rule to turn it on or off: its text need not be read for that."""

    @property
    def name(self) -> str: ...

    @property
    def severity(self) -> Severity: ...

    @property
    def frameworks(self) -> frozenset[str]: ...

    @property
    def is_silent(self) -> bool: ...


Rules = Mapping[str, Named]
"""The rule table, by code."""

EVERYTHING = "ALL"
SILENT = "silent"
"""The rules about mistakes that raise no error: the program runs on with a gradient that is missing or wrong."""
GROUPS: tuple[str, ...] = (*get_args(Framework), SILENT)
"""A framework stands for the rules that know it, among them those that know others as well."""

_PREFIX = re.compile(r"GL\d*")
_LIKE_A_CODE = re.compile(r"g?l?[a-z]?\w?\d\w*", re.IGNORECASE)
_EXACT = 1000


def codes_of(selector: str, rules: Rules, groups: bool = True) -> frozenset[str]:
    """The codes that a selector names; none at all if nobody knows it."""
    if selector == EVERYTHING:
        return frozenset(rules)
    if groups and selector in GROUPS:
        return frozenset(code for code, rule in rules.items() if _belongs(rule, selector))
    if selector in rules:
        return frozenset({selector})
    if _PREFIX.fullmatch(selector):
        return frozenset(code for code in rules if code.startswith(selector))
    return frozenset(code for code, rule in rules.items() if rule.name == selector)


def _belongs(rule: Named, group: str) -> bool:
    return rule.is_silent if group == SILENT else group in rule.frameworks


def specificity(selector: str, rules: Rules) -> int:
    """How exactly a selector points: ALL least, then a group, the longer beginning, a single rule most."""
    if selector == EVERYTHING:
        return 0
    if selector in GROUPS:
        return 1
    if selector not in rules and _PREFIX.fullmatch(selector):
        return len(selector)
    return _EXACT


def unknown_rule(selector: str, rules: Rules) -> str:
    """What to say about a selector that names nothing."""
    return f"unknown rule {selector!r}{did_you_mean(_nearest_rule(selector, rules))}"


def did_you_mean(candidate: str | None) -> str:
    return f" (did you mean {candidate}?)" if candidate else ""


def closest(word: str, candidates: Iterable[str], cutoff: float = 0.6) -> str | None:
    import difflib

    return next(iter(difflib.get_close_matches(word, sorted(candidates), 1, cutoff)), None)


def _nearest_rule(selector: str, rules: Rules) -> str | None:
    if not _LIKE_A_CODE.fullmatch(selector):
        return closest(selector.lower(), [*GROUPS, *(rule.name for rule in rules.values())])
    import difflib

    word = selector.upper()

    def likeness(code: str) -> tuple[int, float]:
        # A mistyped code is wrong in one place: what is right in front of it counts most.
        shared = next((i for i, (a, b) in enumerate(zip(word, code, strict=False)) if a != b), len(code))
        return shared, difflib.SequenceMatcher(None, word, code).ratio()

    best = max(sorted(rules), key=likeness, default=None)
    return best if best and likeness(best)[1] >= 0.6 else None
