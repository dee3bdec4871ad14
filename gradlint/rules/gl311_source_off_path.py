"""GL311: What is differentiated by is not what the result depends on."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.misuses import (
    AllVariables,
    FreshSource,
    Misuse,
    StaticArgument,
    SwappedGradientArguments,
    TrainedStatistics,
    UnusedArgument,
)
from gradlint.analysis.project.syntax import elements, integer, walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, keyword, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.leaves import NO_GRADIENT_HERE
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, worded

_OFF_PATH: Wordings = {
    FreshSource: Wording(
        "the source is a new tensor made in this call: the target does not depend on it, so its gradient is None",
        "assign the slice to a name inside the tape, and use that name in the loss and here",
        NO_GRADIENT_HERE,
    ),
    SwappedGradientArguments: Wording(
        "target and sources are swapped: the gradient of a variable with respect to the loss is None",
        "write tape.gradient(loss, variables)",
        NO_GRADIENT_HERE,
    ),
    TrainedStatistics: Wording(
        "all variables of the module are differentiated, the running statistics of BatchNorm among them",
        'differentiate variables["params"] and pass the statistics along',
        "running statistics are not weights",
        Severity.WARNING,
    ),
    AllVariables: Wording(
        ".{fact.attribute} contains the moving averages of BatchNormalization, which have no gradient: None",
        "use .trainable_variables",
        NO_GRADIENT_HERE,
        Severity.WARNING,
    ),
    UnusedArgument: Wording(
        "the differentiated argument `{fact.name}` is never read, so its gradient is zero",
        "use the argument instead of a value from outside",
        NO_GRADIENT_HERE,
    ),
    StaticArgument: Wording(
        "the differentiated argument `{fact.name}` is static for jit: ValueError: Non-hashable "
        "static arguments",
        "remove the argument from static_argnums",
        NO_GRADIENT_HERE,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _OFF_PATH)
    for sink in program.lost.disconnected():
        yield Draft(
            sink.place.node,
            "the target does not depend on this tensor, so its gradient is None",
            "compute the target from the tensor that is requested",
            "tensorflow",
            Severity.ERROR,
            (),
            "gradient requested here, but not on the path",
            about=sink,
        )
    for sink in program.lost.foreign():
        yield Draft(
            sink.place.node,
            "the target does not depend on any of these variables: their gradients are None",
            "request the variables that the target was computed with",
            "tensorflow",
            Severity.ERROR,
            (),
            "gradient requested here, but not on the path",
            about=sink,
        )


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if not isinstance(about, Misuse):
        return None
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call)), None)
    if isinstance(about, SwappedGradientArguments) and call is not None:
        first, second = positional(call, 0), positional(call, 1)
        if first is None or second is None:
            return None
        changes = [bench.replace(first, bench.code(second)), bench.replace(second, bench.code(first))]
        return bench.patch("Name the target first", "safe", changes)
    if isinstance(about, AllVariables):
        return _trainable(bench, about.attribute)
    if isinstance(about, FreshSource) and call is not None:
        return _part_of_gradient(bench, call)
    if isinstance(about, UnusedArgument):
        return _read_argument(bench, about.name)
    if isinstance(about, StaticArgument):
        return _not_static(bench)
    return None


def _trainable(bench: Bench, listed: str) -> Patch | None:
    """The same list wherever the function uses it: gradients and variables are zipped."""
    found = [
        node for node in walk(bench.node) if isinstance(node, cst.Attribute) and node.attr.value == listed
    ]
    if not found:
        return None
    lists = [
        node
        for node in walk(bench.text.function(bench.node))
        if isinstance(node, cst.Attribute) and node.deep_equals(found[0])
    ]
    changes = [bench.replace(node.attr, "trainable_variables") for node in lists]
    certain = all(_is_trained(bench, node) for node in lists)
    return bench.patch("Use the trainable variables", "safe" if certain else "unsafe", changes)


_OF_A_STEP = frozenset("gradient jacobian apply_gradients apply zip minimize".split())


def _is_trained(bench: Bench, node: cst.CSTNode) -> bool:
    """The list goes into a training step, not to where all variables are copied or counted."""
    place = bench.text.parent(node)
    call = bench.text.parent(place) if isinstance(place, cst.Arg) else None
    return isinstance(call, cst.Call) and _named(call.func) in _OF_A_STEP


def _part_of_gradient(bench: Bench, call: cst.Call) -> Patch | None:
    """`tape.gradient(loss, x[0])` as `tape.gradient(loss, x)[0]`."""
    source = positional(call, 1)
    if not isinstance(source, cst.Subscript):
        return None
    end = bench.text.inner(call)[1]
    index = bench.code(source)[len(bench.code(source.value)) :]
    changes = [bench.replace(source, bench.code(source.value)), Change(end, end, index)]
    return bench.patch("Take the part of the gradient", "safe", changes)


def _read_argument(bench: Bench, parameter: str) -> Patch | None:
    """What callers pass as the argument is read from outside in the body: read the argument instead."""
    function = bench.node if isinstance(bench.node, cst.FunctionDef) else bench.text.function(bench.node)
    if not isinstance(function, cst.FunctionDef):
        return None
    owner = isinstance(bench.text.parent(bench.text.parent(function) or function), cst.ClassDef)
    positions = [each.name.value for each in function.params.params]
    at = positions.index(parameter) - owner if parameter in positions else -1
    given = [
        value
        for node in walk(bench.text.module)
        if isinstance(node, cst.Call)
        and isinstance(node.func, cst.Call)
        and any(_named(each) == function.name.value for each in walk(node.func))
        and at >= 0
        and (value := positional(node, at)) is not None
    ]
    changes = [
        bench.replace(each, parameter)
        for each in walk(function.body)
        if any(each.deep_equals(value) for value in given) and not isinstance(each, (cst.Integer, cst.Float))
    ]
    return bench.patch("Read the argument", "unsafe", changes)


def _named(node: cst.CSTNode) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def _not_static(bench: Bench) -> Patch | None:
    """The differentiated argument out of static_argnums."""
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call)), None)
    inner = call.func if call is not None else None
    if call is None or not isinstance(inner, cst.Call):
        return None
    argnums = keyword(inner, "argnums")
    wanted = integer(argnums.value) if argnums is not None else 0
    differentiated = positional(inner, 0)
    if isinstance(differentiated, cst.Attribute) and wanted is not None:
        wanted += 1  # jit sees the instance as an argument, too
    name = _named(differentiated) if differentiated is not None else ""
    for node in walk(bench.text.module):
        if not isinstance(node, cst.FunctionDef) or node.name.value != name:
            continue
        for decorator in node.decorators:
            made = decorator.decorator
            static = keyword(made, "static_argnums") if isinstance(made, cst.Call) else None
            if static is None or not isinstance(made, cst.Call):
                continue
            parts = elements(static.value) or [static.value]
            left = [bench.code(each) for each in parts if integer(each) != wanted]
            if not left:
                return bench.patch(
                    "Do not make the argument static", "safe", [bench.drop_argument(made, static)]
                )
            written = f"({', '.join(left)},)"
            start, end = bench.text.span(static.value)
            return bench.patch("Do not make the argument static", "safe", [Change(start, end, written)])
    return None
