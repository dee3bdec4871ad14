"""torch.autograd.Function: its rule, and how it is applied."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.calls_seen import CallsSeen, Use
from gradlint.analysis.domain.facts import Handwritten
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.values import Array, Class, Func, Lib, Transform, Value
from gradlint.analysis.handwritten.forward_arguments import note_kept, note_writes
from gradlint.analysis.handwritten.function_context import given_from_outside, only_raises, without_gradient
from gradlint.analysis.handwritten.return_shapes import Reader
from gradlint.analysis.handwritten.rule_contract import Note, Rule, check_count, check_upstream
from gradlint.analysis.interpreter.imported_names import OtherModules
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import (
    Parameters,
    is_none,
    parameters,
    returns,
    root,
    walk,
)
from gradlint.core.records import replace

BASES = frozenset(
    {"torch.autograd.Function", "torch.autograd.function.Function", "torch.autograd.function.InplaceFunction"}
)


def examine(machine: Machine, note: Note) -> None:
    for cls in _once(machine.module.classes):
        if is_function(cls):
            _examine_class(
                cls, [use for use in machine.own(CallsSeen).uses if _made_from(use.owner, cls)], note
            )
    for cls in filter(is_function, _once(machine.own(OtherModules).classes)):
        _count_uses(cls, [use for use in machine.own(CallsSeen).uses if _made_from(use.owner, cls)], note)
    _note_instances(machine.own(CallsSeen).uses, note)


def _count_uses(cls: Class, uses: list[Use], note: Note) -> None:
    """Of a rule in another module only what its own file cannot know: with how many arguments it is applied."""
    forward, backward = _method(cls, "forward"), _method(cls, "backward")
    if not uses or forward is None or backward is None:
        return
    setup = _method(cls, "setup_context")
    inputs = parameters(forward.node) if setup is not None else parameters(forward.node).without_first()
    rule = _rule(cls, forward, backward, inputs, uses)
    called = not without_gradient(forward, setup or forward) and not only_raises(backward.node)
    if rule is not None and called and (_is_own(cls, forward) or _is_own(cls, backward)):
        check_count(rule, lambda fact: _note_use(fact, cls, uses, note))


def _note_use(fact: Handwritten, cls: Class, uses: list[Use], note: Note) -> None:
    """The wrong count as seen from the call that shows it, which may be one that is expected to fail."""
    use = next((each for each in uses if each.how == "apply" and len(each.args) == fact.expected), None)
    if use is not None and fact.kind == "count":
        stack, files = (*use.place.stack, use.place.node), (*use.place.files, cls.scope.module)
        note(replace(fact, place=Place(fact.place.node, stack, files)))


def _once(classes: list[Class]) -> Iterator[Class]:
    seen: set[cst.CSTNode] = set()
    for cls in classes:
        if cls.node not in seen:
            seen.add(cls.node)
            yield cls


def is_function(cls: Class) -> bool:
    return any(
        base.name in BASES if isinstance(base, Lib) else isinstance(base, Class) and is_function(base)
        for base in cls.bases
    )


def _made_from(owner: Class | Transform, cls: Class) -> bool:
    return isinstance(owner, Class) and owner.node is cls.node


def _examine_class(cls: Class, uses: list[Use], note: Note) -> None:
    forward, backward = _method(cls, "forward"), _method(cls, "backward")
    if forward is None:
        return
    setup = _method(cls, "setup_context")
    taken = parameters(forward.node)
    inputs = taken if setup is not None else taken.without_first()
    marked = forward if setup is None else setup
    if backward is None:
        note_writes(cls, forward, marked, inputs, None, uses, note)
        return
    rule = _rule(cls, forward, backward, inputs, uses)
    if rule is not None:
        called = not without_gradient(forward, marked) and not only_raises(backward.node)
        if called and (_is_own(cls, forward) or _is_own(cls, backward)):
            check_count(rule, note)
        if called and _is_own(cls, backward):
            if not given_from_outside(backward, (forward, marked)):
                check_upstream(rule, note)
            _check_outputs(cls, forward, backward, note)
            if setup is None:
                _note_withheld(rule, inputs, uses, note)
            _note_first_order(cls, backward, note)
        if _is_own(cls, forward):
            note_writes(cls, forward, marked, inputs, rule, uses, note)
            note_kept(cls, forward, setup, inputs, rule, uses, note)


def _method(cls: Class, name: str) -> Func | None:
    found: Value | None = cls.names.get(name)
    while isinstance(found, Transform):
        found = found.func
    if isinstance(found, Func) and found.name != name:
        found = _as_written(cls, name) or found  # behind a decorator of the program
    if isinstance(found, Func) and isinstance(found.node, cst.FunctionDef):
        return found
    if found is None:
        for base in cls.bases:
            inherited = _method(base, name) if isinstance(base, Class) else None
            if inherited is not None:
                return inherited
    return None


def _as_written(cls: Class, name: str) -> Func | None:
    for statement in cls.node.body.body:
        if isinstance(statement, cst.FunctionDef) and statement.name.value == name:
            return Func(name, statement, cls.scope, owner=cls)
    return None


def _is_own(cls: Class, func: Func) -> bool:
    return func.owner is None or func.owner.node is cls.node


# -- the rule -----------------------------------------------------------------------------


def _rule(cls: Class, forward: Func, backward: Func, inputs: Parameters, uses: list[Use]) -> Rule | None:
    if inputs.keywords:
        return None
    taken = parameters(backward.node).without_first()
    upstream = {*taken.names, *((taken.star,) if taken.star is not None else ())}
    return Rule(
        "torch",
        cls.name,
        backward.node,
        Reader(backward.node, backward.scope, frozenset(taken.names)),
        frozenset(upstream),
        inputs.required,
        len(inputs.names) if inputs.star is None else None,
        forward.node,
        frozenset(len(use.args) for use in uses if use.how == "apply" and _fits(use, inputs)),
        spare_none=True,
        lists=False,
    )


def _fits(use: Use, inputs: Parameters) -> bool:
    if use.open or use.named:
        return False
    return inputs.required <= len(use.args) and (
        inputs.star is not None or len(use.args) <= len(inputs.names)
    )


def _check_outputs(cls: Class, forward: Func, backward: Func, note: Note) -> None:
    """One upstream gradient for every result of forward."""
    taken = parameters(backward.node).without_first()
    reader = Reader(forward.node, forward.scope, frozenset())
    counts = set()
    for each in returns(forward.node):
        found = reader.returned(each.value)
        if found is None or found.kind not in ("tuple", "value"):
            return
        counts.add(found.count)
    if len(counts) != 1 or taken.star is not None:
        return
    (wanted,) = counts
    if not taken.required <= wanted <= len(taken.names):
        place = Place(backward.node)
        note(
            Handwritten(
                place,
                "upstream-count",
                "torch",
                cls.name,
                "backward",
                wanted,
                len(taken.names),
                Place(forward.node),
            )
        )


def _note_withheld(rule: Rule, inputs: Parameters, uses: list[Use], note: Note) -> None:
    """None in place of a gradient, whatever happens, for an input that is a weight where the rule is applied."""
    ends = returns(rule.func)
    found = [rule.reader.returned(each.value) for each in ends]
    rows = [each.parts for each in found if each is not None and each.kind == "tuple"]
    if not rows or len(rows) != len(ends):
        return
    for use in uses:
        if use.how != "apply" or not use.certain or not _fits(use, inputs):
            continue
        for at, given in enumerate(use.args[: len(inputs.names)]):
            source = given.node.source if isinstance(given, Array) and given.tracked else None
            if source is None or source.kind not in ("parameter", "module", "leaf"):
                continue
            if all(at < len(row) and is_none(row[at]) for row in rows):
                name = source.name or inputs.names[at]
                place = Place(ends[-1].node)
                note(
                    Handwritten(place, "withheld", "torch", rule.name, name, at, 0, use.place, certain=False)
                )


def _note_first_order(cls: Class, backward: Func, note: Note) -> None:
    """A backward that leaves autograd is silently wrong when it is differentiated itself."""
    decorators = [each.decorator for each in getattr(backward.node, "decorators", ())]
    if any((dotted(each) or "").endswith("once_differentiable") for each in decorators):
        return
    context = parameters(backward.node).names[:1]
    for node in walk(backward.node.body):
        leaves = (
            isinstance(node, cst.Attribute)
            and node.attr.value in ("detach", "numpy", "data")
            and root(node.value) not in (None, *context)
        )
        if leaves:
            assert isinstance(node, cst.Attribute)
            note(Handwritten(Place(node), "first-order", "torch", cls.name, node.attr.value, certain=False))
            return


# -- instances ----------------------------------------------------------------------------


def _note_instances(uses: list[Use], note: Note) -> None:
    """`F()(x)` and `F(x)`: a Function is applied, never instantiated. `F(...).apply(x)` is applied all the same."""
    applied = {use.place.node for use in uses if use.how == "held"}
    for use in uses:
        if not isinstance(use.owner, Class) or not is_function(use.owner):
            continue
        if use.how == "instance":
            note(Handwritten(use.place, "instance-call", "torch", use.owner.name))
        elif use.place.node in applied:
            continue
        elif use.how == "make" and (use.args or use.named) and _method(use.owner, "__init__") is None:
            note(Handwritten(use.place, "instance-made", "torch", use.owner.name))
