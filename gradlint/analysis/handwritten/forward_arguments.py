"""torch.autograd.Function: what its forward may and may not do with its arguments."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.calls_seen import Use
from gradlint.analysis.domain.facts import Handwritten
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.values import Array, Class, Const, Func
from gradlint.analysis.handwritten.return_shapes import Reader
from gradlint.analysis.handwritten.rule_contract import Note, Rule
from gradlint.analysis.interpreter.registry import only_plain
from gradlint.analysis.project.syntax import (
    Function,
    Parameters,
    elements,
    is_none,
    parameters,
    returns,
    walk,
)
from gradlint.knowledge.names.arrays import FORM_OF_AN_ARRAY
from gradlint.knowledge.names.torch import UNDERSCORE_WITHOUT_NEW_NUMBERS


def _gradients_of(rule: Rule | None, position: int) -> bool | None:
    """Whether backward gives this input a gradient: True, False (always None), None if unknown."""
    if rule is None:
        return None
    answers: list[bool | None] = []
    for each in returns(rule.func):
        found = rule.reader.returned(each.value)
        if found is None or len(found.parts) != found.count or found.count < rule.required:
            answers.append(None)  # of too few gradients nobody knows which is whose
        elif position < len(found.parts):
            part = found.parts[position]
            answers.append(not rule.reader.is_nothing(part) if not _perhaps_none(rule, part) else None)
    if True in answers:
        return True
    return None if None in answers or not answers else False


def _perhaps_none(rule: Rule, part: cst.BaseExpression) -> bool:
    """A name that is None unless a branch gave it a value is still an input with a gradient."""
    if isinstance(part, cst.Name) and part.value in rule.reader.locals.names:
        bound = rule.reader.locals.names[part.value]
        return all(each.value is None for each in bound)
    return False


def _is_tensor(forward: Func, inputs: Parameters, name: str, rule: Rule | None, uses: list[Use]) -> bool:
    """Whether an argument of forward is certainly a tensor that gets a gradient."""
    written = forward.node.params
    for each in (*written.posonly_params, *written.params):
        if each.name.value == name and each.annotation is not None and only_plain(each.annotation.annotation):
            return False
    position = inputs.names.index(name)
    answer = _gradients_of(rule, position)
    if answer is not None:
        return answer
    given = [use.args[position] for use in uses if use.how == "apply" and position < len(use.args)]
    if any(isinstance(each, Const) for each in given):
        return False
    return any(isinstance(each, Array) and each.lang == "torch" and bool(each.tracked) for each in given)


def note_writes(
    cls: Class,
    forward: Func,
    marked: Func,
    inputs: Parameters,
    rule: Rule | None,
    uses: list[Use],
    note: Note,
) -> None:
    """An argument changed in place that nobody told autograd about."""
    if any(_mentions(each, "mark_dirty") for each in (forward.node, marked.node)):
        return
    returned = {
        part.value
        for each in returns(forward.node)
        if each.value is not None
        for part in walk(each.value)
        if isinstance(part, cst.Name)
    }
    names = _aliases(forward.node, inputs.names)
    for node in walk(forward.node.body, into_functions=False):
        written = _written(node)
        if written is None or written not in names:
            continue
        original = names[written]
        if original in returned or written in returned or _is_tensor(forward, inputs, original, rule, uses):
            if _gradients_of(rule, inputs.names.index(original)) is not False:
                note(Handwritten(Place(node), "unmarked-write", "torch", cls.name, original))
                return


def _mentions(func: Function, name: str) -> bool:
    return any(isinstance(node, cst.Attribute) and node.attr.value == name for node in walk(func.body))


def _aliases(func: Function, names: tuple[str, ...]) -> dict[str, str]:
    """Names that show the memory of an argument, and of which. A name bound anew does not."""
    found = {name: name for name in names}
    for node in walk(func.body, into_functions=False):
        if not isinstance(node, cst.Assign):
            continue
        for target in node.targets:
            if isinstance(target.target, cst.Name):
                behind = _same_memory(node.value)
                if behind in found:
                    found[target.target.value] = found[behind]
                else:
                    found.pop(target.target.value, None)
            elif isinstance(target.target, cst.Tuple):
                for element in target.target.elements:
                    if isinstance(element.value, cst.Name):
                        found.pop(element.value.value, None)
    return found


def _same_memory(node: cst.BaseExpression) -> str:
    while True:
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            if node.func.attr.value not in ("detach", "view", "view_as"):
                return ""
            node = node.func.value
        else:
            return node.value if isinstance(node, cst.Name) else ""


def _written(node: cst.CSTNode) -> str | None:
    """The name whose memory a statement or call changes."""
    if isinstance(node, cst.AugAssign):
        return _receiver(node.target) if not isinstance(node.operator, cst.MatrixMultiplyAssign) else None
    if isinstance(node, cst.Assign) and isinstance(node.targets[0].target, cst.Subscript):
        return _receiver(node.targets[0].target)
    if isinstance(node, cst.Call):
        return _written_by_call(node)
    return None


def _written_by_call(node: cst.Call) -> str | None:
    first = node.args[0].value if node.args else None
    for arg in node.args:
        if arg.keyword is not None and arg.keyword.value == "out" and isinstance(arg.value, cst.Name):
            return arg.value.value
        if arg.keyword is not None and arg.keyword.value == "inplace" and first is not None:
            return _receiver(first) if isinstance(arg.value, cst.Name) and arg.value.value == "True" else None
    if not isinstance(node.func, cst.Attribute):
        return None
    name = node.func.attr.value
    if (
        not name.endswith("_")
        or name.endswith("__")
        or name.startswith("_")
        or name in UNDERSCORE_WITHOUT_NEW_NUMBERS
    ):
        return None
    owner = node.func.value
    if isinstance(owner, cst.Name) and owner.value in ("torch", "F") and first is not None:
        return _receiver(first)
    return _receiver(owner)


def _receiver(node: cst.BaseExpression) -> str | None:
    """`x`, `x[0]`: memory of x; `ctx.buffer` is not memory of ctx.

    Nothing is recorded inside forward, so that whoever writes through `x.data` there means to go unnoticed.
    """
    while isinstance(node, cst.Subscript):
        node = node.value
    return node.value if isinstance(node, cst.Name) else None


# -- what forward keeps -------------------------------------------------------------------


def note_kept(
    cls: Class,
    forward: Func,
    setup: Func | None,
    inputs: Parameters,
    rule: Rule,
    uses: list[Use],
    note: Note,
) -> None:
    """A tensor argument or result kept as `ctx.x`: a later change of it goes unnoticed."""
    keeper = setup or forward
    taken = parameters(keeper.node).names
    if not taken:
        return
    context = taken[0]
    inside = _names_inside(setup, inputs) if setup is not None else {name: name for name in inputs.names}
    results = _results(forward) if setup is None else {taken[2]} if len(taken) > 2 else set()
    bound = _rebound(keeper.node)
    read = set(_attributes_read(rule.func))
    for node in walk(keeper.node.body, into_functions=False):
        if not isinstance(node, cst.Assign):
            continue
        for target in node.targets:
            attribute = target.target
            if not isinstance(attribute, cst.Attribute) or not isinstance(attribute.value, cst.Name):
                continue
            if attribute.value.value != context or attribute.attr.value not in read:
                continue
            for kept in _kept(node.value):
                original = inside.get(kept)
                is_input = original is not None and kept not in bound
                if is_input and original is not None and _is_tensor(forward, inputs, original, rule, uses):
                    detail = "input"
                elif kept in results and not is_input:
                    detail = "result"
                else:
                    continue
                note(
                    Handwritten(Place(node), "kept", "torch", cls.name, detail, certain=False, names=(kept,))
                )
                break


def _kept(node: cst.BaseExpression) -> Iterator[str]:
    if isinstance(node, cst.Name):
        yield node.value
    elif isinstance(node, (cst.Tuple, cst.List)):
        for element in node.elements:
            if isinstance(element.value, cst.Name):
                yield element.value.value


def _names_inside(setup: Func, inputs: Parameters) -> dict[str, str]:
    """`x, k = inputs` in setup_context."""
    taken = parameters(setup.node).names
    given = taken[1] if len(taken) > 1 else ""
    found: dict[str, str] = {}
    for node in walk(setup.node.body, into_functions=False):
        if (
            not isinstance(node, cst.Assign)
            or not isinstance(node.value, cst.Name)
            or node.value.value != given
        ):
            continue
        target = node.targets[0].target
        if isinstance(target, cst.Tuple) and len(target.elements) == len(inputs.names):
            for element, name in zip(target.elements, inputs.names):
                if isinstance(element.value, cst.Name):
                    found[element.value.value] = name
    return found


def _rebound(func: Function) -> set[str]:
    found: set[str] = set()
    for node in walk(func.body, into_functions=False):
        if isinstance(node, cst.Assign) and not isinstance(node.value, cst.Name):
            for target in node.targets:
                if isinstance(target.target, cst.Name):
                    found.add(target.target.value)
    return found


def _results(forward: Func) -> set[str]:
    """Names of what forward returns, where they are computed in it."""
    reader = Reader(forward.node, forward.scope, frozenset())
    found: set[str] = set()
    for each in returns(forward.node):
        for value in elements(each.value) or [each.value] if each.value is not None else ():
            if isinstance(value, cst.Name) and not is_none(value) and reader.is_value(value):
                # A mask is a result without a gradient.
                if not isinstance(reader.locals.only(value.value), cst.Comparison):
                    found.add(value.value)
    return found


def _attributes_read(func: Function) -> Iterator[str]:
    """The attributes of ctx whose numbers backward uses."""
    taken = parameters(func).names
    context = taken[0] if taken else ""
    form_only: set[cst.CSTNode] = set()
    for node in walk(func.body):
        if isinstance(node, cst.Attribute) and node.attr.value in FORM_OF_AN_ARRAY:
            form_only.add(node.value)
        if (
            isinstance(node, cst.Attribute)
            and isinstance(node.value, cst.Name)
            and node.value.value == context
        ):
            if node not in form_only:
                yield node.attr.value
