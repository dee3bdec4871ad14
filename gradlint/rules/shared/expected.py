"""Failures that a program expects itself: it says which error comes, and goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import ShapeClash
from gradlint.analysis.domain.misuses import DiscardedUpdate
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import dataclass
from gradlint.rules.shared.callers import CALLED
from gradlint.rules.shared.draft import Draft

_ERROR = re.compile(r"\b([A-Z]\w*(?:Error|Exception))\b")
_ASSERTIONS = frozenset(
    "raises assertRaises assertRaisesRegex assertRaisesRegexp assertRaisesWithPredicateMatch".split()
)
_ANYTHING = frozenset({"Exception", "BaseException"})
_BROADER = {
    "TracerBoolConversionError": {"ConcretizationTypeError", "TypeError"},
    "TracerIntegerConversionError": {"TypeError"},
    "TracerArrayConversionError": {"TypeError"},
    "ConcretizationTypeError": {"TypeError", "TracerBoolConversionError", "JAXTypeError"},
    "NonConcreteBooleanIndexError": {"IndexError", "JAXIndexError"},
    "UnexpectedTracerError": {"JAXTypeError", "TypeError"},
}
"""What else the error of a tracer is."""
_MISFITS = {
    "torch": "RuntimeError",
    "tensorflow": "InvalidArgumentError",
    "jax": "TypeError",
    "numpy": "ValueError",
}
"""What each library says to shapes that do not fit."""


@dataclass(frozen=True, slots=True)
class Block:
    """Statements that are expected to fail, and with what; nothing if it is with anything."""

    inside: frozenset[int]
    errors: frozenset[str]


def claimed(draft: Draft) -> str | None:
    """The error that a finding predicts."""
    if isinstance(draft.about, ShapeClash):
        return _MISFITS.get(draft.about.lang)
    found = _ERROR.search(draft.message)
    return found[1] if found is not None else None


def unexpected(drafts: list[tuple[str, Draft]], module: cst.Module) -> list[tuple[str, Draft]]:
    """The findings but those whose error the program waits for."""
    if not any(claimed(draft) for _, draft in drafts):
        return drafts
    blocks = list(expecting(module))
    return [each for each in drafts if not any(_is_expected(each[1], block) for block in blocks)]


def _is_expected(draft: Draft, block: Block) -> bool:
    error = claimed(draft)
    if error is None or not (not block.errors or block.errors & {error, *_BROADER.get(error, ())}):
        return False
    # Only what is written in the block: around a whole training run, an error is waited for because it was seen.
    calls = (label.node for label in draft.labels if label.message == CALLED)
    return any(id(node) in block.inside for node in (draft.node, *calls))


def expecting(module: cst.Module) -> Iterator[Block]:
    for node in walk(module):
        if isinstance(node, (cst.Try, cst.TryStar)):
            for handler in node.handlers:
                errors = _caught(handler, len(node.body.body) == 1)
                if errors is not None:
                    yield Block(_inside(node.body), errors)
        elif isinstance(node, cst.With) and any(_asserts(each.item) for each in node.items):
            yield Block(_inside(node.body), frozenset())
        elif isinstance(node, cst.FunctionDef):
            yield from _given_closures(node)


def _given_closures(around: cst.FunctionDef) -> Iterator[Block]:
    """assertRaises(Error, run, ...): `run`, and the functions of the same test that nobody but `run` uses."""
    calls = [
        each
        for each in walk(around.body)
        if isinstance(each, cst.Call) and len(each.args) > 1 and _asserts(each)
    ]
    if not calls:
        return
    own = {each.name.value: each for each in _statements(around.body) if isinstance(each, cst.FunctionDef)}
    for call in calls:
        inside: set[int] = {id(each) for argument in call.args[1:] for each in walk(argument)}
        given = call.args[1].value
        if isinstance(given, cst.Name) and given.value in own:
            inside |= _with_helpers(own[given.value], own, around)
        yield Block(frozenset(inside), frozenset())


def _with_helpers(
    closure: cst.FunctionDef, own: dict[str, cst.FunctionDef], around: cst.FunctionDef
) -> set[int]:
    inside = {id(each) for each in walk(closure)}
    uses: dict[str, list[cst.Name]] = {}
    for each in walk(around.body):
        if isinstance(each, cst.Name) and each.value in own and each is not own[each.value].name:
            uses.setdefault(each.value, []).append(each)
    for name, helper in own.items():
        if helper is not closure and name in uses and all(id(each) in inside for each in uses[name]):
            inside |= {id(each) for each in walk(helper)}
    return inside


def _statements(suite: cst.BaseSuite) -> Iterator[cst.CSTNode]:
    yield from suite.body


def _asserts(manager: cst.BaseExpression) -> bool:
    """pytest.raises(...), self.assertRaises(...)"""
    if not isinstance(manager, cst.Call):
        return False
    return (dotted(manager.func) or "").rpartition(".")[2] in _ASSERTIONS


def _caught(handler: cst.ExceptHandler | cst.ExceptStarHandler, alone: bool) -> frozenset[str] | None:
    """The errors that a handler waits for; None if it only keeps the program going, or raises them again."""
    if handler.type is None or any(isinstance(each, cst.Raise) for each in walk(handler.body)):
        return None
    types = [handler.type]
    if isinstance(handler.type, cst.Tuple):
        types = [each.value for each in handler.type.elements]
    names = frozenset((dotted(each) or "").rpartition(".")[2] for each in types)
    if names & _ANYTHING:
        return frozenset() if alone and _only_shows(handler) else None
    return names


def _only_shows(handler: cst.ExceptHandler | cst.ExceptStarHandler) -> bool:
    """`except Exception as error: print(error)`: the error is what the lines before are there for."""
    statements = handler.body.body
    if handler.name is None or len(statements) != 1 or not isinstance(statements[0], cst.SimpleStatementLine):
        return False
    only = statements[0].body[0]
    call = only.value if isinstance(only, cst.Expr) else None
    return isinstance(call, cst.Call) and (dotted(call.func) or "") in ("print", "display", "pprint")


def _inside(block: cst.BaseSuite) -> frozenset[int]:
    return frozenset(id(each) for each in walk(block))


def is_dropped(draft: Draft) -> bool:
    """The finding says that nobody sees a result."""
    return isinstance(draft.about, DiscardedUpdate)
