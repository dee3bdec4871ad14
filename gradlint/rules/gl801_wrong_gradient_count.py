"""GL801: A rule that does not give one gradient per input."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Handwritten, Mistake
from gradlint.analysis.project.syntax import elements, names_in, walk
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.handwritten import Words, certainty, drafts, made, returned
from gradlint.rules.shared.patch import Change, Patch


def _gradients(count: int) -> str:
    return f"{count} gradient{'s' if count != 1 else ''}"


# -- GL801 --------------------------------------------------------------------------------


def _count(fact: Handwritten) -> Words:
    if fact.detail == "defjvps":
        return (
            f"defjvps gives {fact.found} rules for the {fact.expected} arguments of {fact.name}: "
            "raises ValueError",
            "one rule per argument",
            "give one rule per argument, None where there is no derivative",
        )
    said = {
        "torch": f"function {fact.name}Backward returned an incorrect number of gradients "
        f"(expected {fact.expected}, got {fact.found}): raises RuntimeError",
        "tensorflow": f"custom_gradient function expected to return {fact.expected} gradients, "
        f"but returned {fact.found} instead: raises ValueError",
    }.get(
        fact.lang,
        f"the rule of {fact.name} returns {_gradients(fact.found)} for {fact.expected} arguments: "
        "raises TypeError",
    )
    missing = fact.expected - fact.found
    help_ = "return one gradient per input, None for an input that needs none"
    if missing < 0:
        help_ = "return exactly one gradient per input"
    return said, f"{_gradients(fact.found)} for {fact.expected}", help_


def _not_a_tuple(fact: Handwritten) -> Words:
    return (
        f"the vjp rule of {fact.name} must return a tuple with one cotangent per argument, "
        "but this is not a tuple: raises TypeError",
        "not a tuple",
        "return (g,): a tuple even for one argument, None for an argument without a gradient",
    )


def _list(fact: Handwritten) -> Words:
    return (
        f"backward of {fact.name} returns a list, which counts as one gradient: raises RuntimeError",
        "a list, not a tuple",
        "return the gradients as a tuple",
    )


def _not_a_pair(fact: Handwritten) -> Words:
    pair = "(output, residuals)" if fact.detail == "fwd" else "(output, tangent)"
    return (
        f"the {fact.detail} rule of {fact.name} must return a pair {pair}: raises TypeError",
        "not a pair",
        f"return {pair}",
    )


def _rule_parameters(fact: Handwritten) -> Words:
    wanted = {
        "fwd": "the arguments of the function",
        "bwd": "the arguments in nondiff_argnums, then the residuals and the cotangent",
        "jvp": "the arguments in nondiff_argnums, then primals and tangents",
    }[fact.detail]
    return (
        f"the {fact.detail} rule of {fact.name} is called with {fact.expected} arguments "
        f"and takes {fact.found}: raises TypeError",
        f"takes {fact.found}, is given {fact.expected}",
        f"take {wanted}",
    )


def _upstream_count(fact: Handwritten) -> Words:
    return (
        f"{fact.detail} of {fact.name} takes {_gradients(fact.found)} "
        f"although there are {fact.expected} results: raises TypeError",
        f"called with {fact.expected}",
        "take one upstream gradient per result",
    )


def _unused_tangent(fact: Handwritten) -> Words:
    return (
        f"the jvp rule of {fact.name} does not use `{fact.detail}`: the gradient is silently zero",
        "the tangent does not depend on the tangents",
        "multiply the derivative by the tangent",
    )


def _swapped_pair(fact: Handwritten) -> Words:
    return (
        f"the jvp rule of {fact.name} returns (tangent, output) instead of (output, tangent)",
        "swapped",
        "return (output, tangent)",
    )


def _no_rule(fact: Handwritten) -> Words:
    method = f"def{fact.detail}"
    return (
        f"No {fact.detail.upper()} defined for custom_{fact.detail} function {fact.name} using {method}: "
        "raises AttributeError",
        f"called without a {method}",
        f"define the rule first: {fact.name}.{method}(...)",
    )


def _variables(fact: Handwritten) -> Words:
    return (
        f"{fact.name} uses the variable `{fact.detail}`, so its gradient function must accept "
        "the keyword argument 'variables': raises TypeError",
        "no `variables` argument",
        "take variables=None and return (gradients, variable_gradients), or pass the variable as an argument",
    )


def _origin(fact: Handwritten) -> str:
    if fact.kind in ("count", "not-a-tuple", "list") and fact.expected:
        return f"{fact.expected} input{'s' if fact.expected != 1 else ''}"
    return ""


def detect(program: Program) -> Iterator[Draft]:
    wording: dict[Mistake, Callable[[Handwritten], Words]] = {
        "count": _count,
        "not-a-tuple": _not_a_tuple,
        "list": _list,
        "not-a-pair": _not_a_pair,
        "rule-parameters": _rule_parameters,
        "upstream-count": _upstream_count,
        "unused-tangent": _unused_tangent,
        "swapped-pair": _swapped_pair,
        "no-rule": _no_rule,
        "variables": _variables,
    }
    return drafts(program, wording, certainty, _origin)


def _bare_tuple(bench: Bench, value: cst.BaseExpression) -> bool:
    """A tuple without parentheses, as it may stand behind `return` only."""
    return isinstance(bench.text.parent(value), cst.Return)


# -- GL801 --------------------------------------------------------------------------------


def _missing_gradients(bench: Bench, fact: Handwritten) -> Patch | None:
    value = returned(bench)
    missing = fact.expected - fact.found
    if value is None:
        return None
    parts = elements(value)
    if missing < 0:
        return _fewer(bench, value, fact.expected)
    nones = ", None" * missing
    message = "Return one gradient per input"
    if parts and isinstance(value, cst.Tuple):
        end = bench.text.span(value.elements[-1].value)[1]
        return bench.patch(message, "display", [Change(end, end, nones)])
    if parts is not None or not _bare_tuple(bench, value):
        return None
    end = bench.text.span(value)[1]
    return bench.patch(message, "display", [Change(end, end, nones)])


def _fewer(bench: Bench, value: cst.BaseExpression, wanted: int) -> Patch | None:
    parts = value.elements if isinstance(value, cst.Tuple) else ()
    if len(parts) <= wanted or wanted < 1:
        return None
    start, end = bench.text.span(parts[wanted - 1].value)[1], bench.text.span(parts[-1].value)[1]
    tail = "," if wanted == 1 and bench.draft.framework == "jax" else ""
    return bench.patch("Return one gradient per input", "display", [Change(start, end, tail)])


def _as_tuple(bench: Bench, fact: Handwritten) -> Patch | None:
    value = returned(bench)
    if value is None:
        return None
    start, end = bench.text.span(value)
    nones = ", None" * max(fact.expected - 1, 0)
    written = f"({bench.code(value)}{nones or ','})"
    return bench.patch("Return a tuple", "safe" if not nones else "display", [Change(start, end, written)])


def _list_as_tuple(bench: Bench, fact: Handwritten) -> Patch | None:
    value = returned(bench)
    parts = elements(value) if value is not None else None
    if value is None or parts is None:
        return None
    inside = ", ".join(bench.code(each) for each in parts)
    written = f"({inside},)" if len(parts) == 1 else f"({inside})"
    return bench.patch("Return a tuple", "safe", [Change(*bench.text.span(value), written)])


def _as_pair(bench: Bench, fact: Handwritten) -> Patch | None:
    """The rule of a jvp also returns the value: the function itself, of the same primals."""
    value = returned(bench)
    function = bench.text.function(bench.node)
    if value is None or fact.detail != "jvp" or not isinstance(function, cst.FunctionDef):
        return None
    names = [each.name.value for each in function.params.params]
    start = bench.text.span(value)[0]
    # With arguments that are not differentiated there are more than primals and tangents.
    if len(names) != 2 or not _bare_tuple(bench, value) or not _depends(function, value, names[1]):
        return None
    primals = names[0]
    return bench.patch("Return the value, too", "safe", [Change(start, start, f"{fact.name}(*{primals}), ")])


def _depends(function: cst.FunctionDef, value: cst.BaseExpression, name: str) -> bool:
    """The value is computed from this parameter: what is returned is the tangent, not the value alone."""
    derived = {name}
    for node in walk(function.body):
        if isinstance(node, cst.Assign) and names_in(node.value) & derived:
            derived.update(name for target in node.targets for name in names_in(target.target))
    return bool(names_in(value) & derived)


def _swap_pair(bench: Bench, fact: Handwritten) -> Patch | None:
    value = returned(bench)
    if not isinstance(value, cst.Tuple) or len(value.elements) != 2:
        return None
    first, second = (each.value for each in value.elements)
    changes = [bench.replace(first, bench.code(second)), bench.replace(second, bench.code(first))]
    return bench.patch("Return (output, tangent)", "safe", changes)


def _tangent(bench: Bench, fact: Handwritten) -> Patch | None:
    """The derivative times the tangent, where there is one of each."""
    value, function = returned(bench), bench.text.function(bench.node)
    names = [
        target.elements[0].value.value
        for node in walk(function)
        if isinstance(node, cst.Tuple) and len(node.elements) == 2
        for target in (node.elements[1].value,)
        if isinstance(target, cst.Tuple)
        and len(target.elements) == 1
        and isinstance(target.elements[0].value, cst.Name)
    ]
    if not isinstance(value, cst.Tuple) or len(value.elements) != 2 or len(names) != 1:
        return None
    derivative = value.elements[1].value
    written = f"{bench.operand(derivative)} * {names[0]}"
    change = Change(*bench.text.span(derivative), written)
    return bench.patch("Multiply by the tangent", "unsafe", [change])


def _with_variables(bench: Bench, fact: Handwritten) -> Patch | None:
    """The keyword is taken; what the variables get is for the author to fill in."""
    function = bench.node
    if not isinstance(function, cst.FunctionDef) or not function.params.params:
        return None
    end = bench.text.span(function.params.params[-1].name)[1]
    changes: list[Change | None] = [Change(end, end, ", variables=None")]
    for node in walk(function.body):
        if isinstance(node, cst.Return) and node.value is not None:
            code = bench.code(node.value)
            written = f"({code})" if isinstance(node.value, cst.Tuple) and not node.value.lpar else code
            changes.append(Change(*bench.text.span(node.value), f"{written}, [None] * len(variables)"))
    return bench.patch("Take the variables", "display", changes)


def fix(bench: Bench) -> Patch | None:
    return made(
        bench,
        {
            "count": _missing_gradients,
            "not-a-tuple": _as_tuple,
            "list": _list_as_tuple,
            "not-a-pair": _as_pair,
            "swapped-pair": _swap_pair,
            "unused-tangent": _tangent,
            "variables": _with_variables,
        },
    )
