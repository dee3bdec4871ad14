"""Fixes for gradients that are written by hand, by the kind of the mistake."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.patch import Patch

Maker = Callable[[Bench, Handwritten], Patch | None]


def made(bench: Bench, makers: dict[str, Maker]) -> Patch | None:
    about = bench.draft.about
    maker = makers.get(about.kind) if isinstance(about, Handwritten) else None
    return maker(bench, about) if maker is not None and isinstance(about, Handwritten) else None


def returned(bench: Bench) -> cst.BaseExpression | None:
    """The expression that the rule returns."""
    node = bench.node
    if isinstance(node, (cst.Return, cst.Assign)):
        return node.value
    return node if isinstance(node, cst.BaseExpression) else None
