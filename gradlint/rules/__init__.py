"""One module per rule, named after the rule's file in the catalogue.

`detect` asks the flow one question and words the answer; `fix`, where there is one, says what to write instead. A
module is imported where the program shows one of the facts that its rule reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from gradlint.core.catalog import headings
from gradlint.core.file_codes import INVALID, UNUSED
from gradlint.rules.shared.index import READS

if TYPE_CHECKING:
    from gradlint.rules.shared.bench import Fixer
    from gradlint.rules.shared.draft import Detector, Program

BY_RUNNING = frozenset({"GL804"})
"""Rules without a detector: only running the code finds what they describe."""
_WITHOUT_MODULE = BY_RUNNING | {INVALID, UNUSED}


def detectors(codes: frozenset[str], program: Program) -> Iterator[tuple[str, Detector]]:
    """Of these rules, those that can have anything to say about a program."""
    flow = program.flow
    seen: set[str] = {name for name in flow.__match_args__ if getattr(flow, name)}
    seen.update(type(each).__name__ for each in flow.misuses)
    if program.lost.breaks:
        seen.add("breaks")
    for code in sorted(codes):
        if not seen.isdisjoint(READS.get(code, seen)) and (found := detector(code)) is not None:
            yield code, found


def detector(code: str) -> Detector | None:
    """What finds the rule's pattern; None where nothing in the flow shows it."""
    module = _module(code)
    return module.detect if module is not None else None


def fixer(code: str) -> Fixer | None:
    """What says what to write instead; None where nobody can say."""
    return getattr(_module(code), "fix", None)


@cache
def detected() -> frozenset[str]:
    """The codes of all rules that have a detector."""
    return frozenset(code for code in headings() if detector(code) is not None)


@cache
def fixed() -> frozenset[str]:
    """The codes of all rules that have a fix."""
    return frozenset(code for code in headings() if fixer(code) is not None)


@cache
def _module(code: str) -> ModuleType | None:
    rule = headings().get(code)
    if rule is None or code in _WITHOUT_MODULE:
        return None
    return import_module(module_name(code, rule.name))


def module_name(code: str, name: str) -> str:
    return f"gradlint.rules.{code.lower()}_{name.replace('-', '_')}"
