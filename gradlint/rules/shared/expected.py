"""Failures that a program expects itself: it says which error comes, and goes on."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Clobber, HostCall, ShapeClash, Sink
from gradlint.analysis.domain.misuses import DiscardedUpdate
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import dataclass
from gradlint.knowledge.names.errors import EXPECTING, OF_A_GRADIENT, OF_A_TRACER, OF_SHAPES
from gradlint.rules.shared.callers import CALLED, guilty, traced_by
from gradlint.rules.shared.draft import Draft, Program

_ERROR = re.compile(r"\b([A-Z]\w*(?:Error|Exception))\b")
_RAISES = re.compile(r"\braises\b")
_ANYTHING = frozenset({"Exception", "BaseException"})


@dataclass(frozen=True, slots=True)
class Block:
    """Statements that are expected to fail, and with what; nothing if it is with anything."""

    inside: frozenset[int]
    errors: frozenset[str]
    meant: bool = False
    """The error is what the statements are there for: nobody else catches it, or all that is done is to show it."""
    asserted: bool = False
    """It has to come, however deep in the calls."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where a failure passes, from the line that is blamed to the outermost call."""

    near: tuple[cst.CSTNode, ...]
    """The line itself, and the calls that lead to it from another file."""
    asked: tuple[cst.CSTNode, ...]
    """The request that fails, and the calls between that and the line, at least the one that leads to it."""
    calls: tuple[cst.CSTNode, ...]
    """All calls that are running when it fails."""


def claimed(draft: Draft) -> frozenset[str]:
    """The errors that a finding predicts: any of them, where its message names none."""
    about = draft.about
    if isinstance(about, ShapeClash):
        return frozenset({OF_SHAPES[about.lang]} if about.lang in OF_SHAPES else ())
    found = _ERROR.search(draft.message)
    if found is not None:
        return frozenset({found[1]})
    guarded = isinstance(about, HostCall) and about.guarded
    if isinstance(about, Clobber) or (_RAISES.search(draft.message) and not guarded):
        return OF_A_GRADIENT.get(draft.framework, frozenset())
    return frozenset()


def unexpected(
    drafts: list[tuple[str, Draft]], program: Program, module: cst.Module
) -> list[tuple[str, Draft]]:
    """The findings but those whose error the program waits for."""
    if not any(claimed(draft) for _, draft in drafts):
        return drafts
    blocks = list(expecting(module))
    if not blocks:
        return drafts
    ways = [(each, way(each[1], program)) for each in drafts]
    return [
        each for each, passed in ways if not any(_is_expected(each[1], passed, block) for block in blocks)
    ]


def way(draft: Draft, program: Program) -> Way:
    """Where the failure of a finding passes: nobody has to wait for it at the line that is blamed."""
    near = (draft.node, *(label.node for label in draft.labels if label.message == CALLED))
    sink = getattr(draft.about, "sink", None)
    fails = sink.place if isinstance(sink, Sink) else guilty(draft.about)
    calls = fails.stack if fails is not None else ()
    recorder = traced_by(draft, program)
    began = recorder.place if recorder is not None else None
    begins = (at for at, each in enumerate(calls) if began is not None and each is began.node)
    first = next(begins, max(len(calls) - 1, 0))
    requests = tuple(label.node for label in draft.labels if label.role == "asked")
    failing = (fails.node,) if fails is not None else ()
    return Way(near, (*requests, *failing, *calls[first:]), calls)


def _is_expected(draft: Draft, passed: Way, block: Block) -> bool:
    errors = claimed(draft)
    if not errors or not (
        not block.errors
        or (block.asserted and _are_their_own(block.errors))
        or any(block.errors & {each, *OF_A_TRACER.get(each, ())} for each in errors)
    ):
        return False
    # Around a whole training run, an error is waited for because it was seen: only what is written in the block counts.
    nodes = passed.near
    if block.meant:
        nodes = (*nodes, *passed.asked)
    if block.asserted:
        nodes = (*nodes, *passed.asked, *passed.calls)
    return any(id(node) in block.inside for node in nodes)


def _are_their_own(errors: frozenset[str]) -> bool:
    """Errors of the program: it raises them by itself, and a test that waits for them gets no further."""
    return not any(each.startswith("_") or hasattr(builtins, each) or each in OF_A_TRACER for each in errors)


def expecting(module: cst.Module) -> Iterator[Block]:
    for node in walk(module):
        if isinstance(node, (cst.Try, cst.TryStar)):
            for handler in node.handlers:
                errors = _caught(handler, len(node.body.body) == 1)
                if errors is not None:
                    known = bool(errors) and errors <= OF_A_TRACER.keys()
                    yield Block(_inside(node.body), errors, known or _only_shows(handler))
        elif isinstance(node, cst.With):
            for each in node.items:
                if _asserts(each.item):
                    yield Block(_inside(node.body), _awaited(each.item), asserted=True)
            yield from _entered(node.body)
        elif isinstance(node, cst.Call) and len(node.args) > 1 and _asserts(node):
            yield Block(_inside(node), _awaited(node), asserted=True)
        elif isinstance(node, cst.FunctionDef):
            yield from _given_closures(node)


def _entered(suite: cst.BaseSuite) -> Iterator[Block]:
    """`stack.enter_context(pytest.raises(...))`: whatever follows in the block of the stack."""
    lines = list(suite.body)
    for number, line in enumerate(lines):
        only = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
        call = only.value if isinstance(only, (cst.Expr, cst.Assign)) else None
        if isinstance(call, cst.Call) and len(call.args) == 1 and _asserts(call.args[0].value):
            if (dotted(call.func) or "").endswith(".enter_context"):
                inside = (id(each) for later in lines[number + 1 :] for each in walk(later))
                yield Block(frozenset(inside), _awaited(call.args[0].value), asserted=True)


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
        for given in (each.value for each in call.args[1:]):
            if isinstance(given, cst.Name) and given.value in own:
                inside |= _with_helpers(own[given.value], own, around)
        yield Block(frozenset(inside), _awaited(call), asserted=True)


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
    return (dotted(manager.func) or "").rpartition(".")[2] in EXPECTING


def _awaited(manager: cst.BaseExpression) -> frozenset[str]:
    """The errors that an assertion names; nothing if it is not known which."""
    if not isinstance(manager, cst.Call) or not manager.args or manager.args[0].star:
        return frozenset()
    names = _names(manager.args[0].value)
    known = all(each[:1].isupper() for each in names)  # else a variable
    return names if known and not names & _ANYTHING else frozenset()


def _names(types: cst.BaseExpression) -> frozenset[str]:
    """`RuntimeError`, or all of `(TypeError, ValueError)`"""
    each = [one.value for one in types.elements] if isinstance(types, cst.Tuple) else [types]
    return frozenset((dotted(one) or "").rpartition(".")[2] for one in each)


def _caught(handler: cst.ExceptHandler | cst.ExceptStarHandler, alone: bool) -> frozenset[str] | None:
    """The errors that a handler waits for; None if it only keeps the program going, or raises them again."""
    if handler.type is None or any(isinstance(each, cst.Raise) for each in walk(handler.body)):
        return None
    names = _names(handler.type)
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


def _inside(block: cst.CSTNode) -> frozenset[int]:
    return frozenset(id(each) for each in walk(block))


def is_dropped(draft: Draft) -> bool:
    """The finding says that nobody sees a result."""
    return isinstance(draft.about, DiscardedUpdate)
