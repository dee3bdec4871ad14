"""From a candidate to the entry of the report that says whether its gradient is right."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any

from .find.discover import Candidate, returned_names, written_at
from .forms.choosing import check
from .forms.functions import Pair, pair_of
from .forms.rules import CONTRACT
from .judge.compare import Part
from .judge.intent import on_purpose, prose
from .judge.plan import Attempt, Unfit
from .run.unit import Executed, TooLong, limited

VERDICTS = {"right": "right", "value": "wrong", "shape": "wrong", "raises": "raises", "flat": "surrogate"}
BACKENDS = {"torch": "torch", "tensorflow": "tensorflow", "jax": "jax"}
REASONS = {
    "unclear": "the gradient and the differences differ a little: too little to call it wrong",
    "kink": "the differences are not reliable at the points that were tried",
    "none": "no gradient was given back for an input that matters",
}


def answer(candidate: Candidate, done: Executed, source: str, deadline: float) -> dict[str, Any]:
    """One entry of the report. Whatever goes wrong on our way leads to `undecided`, never to `wrong`."""
    import time

    entry = _blank(candidate)
    try:
        with limited(max(0.1, (deadline - time.process_time()) * 1.1)):
            found = _attempt(candidate, done, deadline)
            _fill(entry, candidate, found, source, done)
            if candidate.kind == "torch":
                from .forms.contracts import contracts

                entry["checks"] = contracts(found)
    except Unfit as error:
        entry["reason"] = str(error)
    except TooLong:
        entry["reason"] = "it took too long"
    except (KeyboardInterrupt, SystemExit):
        entry["reason"] = "the code asked to exit"
    except Exception as error:
        entry["reason"] = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return entry


def _blank(candidate: Candidate) -> dict[str, Any]:
    return {
        "forward": candidate.name, "gradient": _gradient_name(candidate), "row": candidate.row, "kind": candidate.kind,
        "verdict": "undecided", "input": "", "guess": "", "found": [], "expected": [], "shapes": {}, "script": None,
        "place": None, "reason": "", "note": "", "error": None, "relative": None, "parts": [], "checks": {},
        "range": _range(candidate), "inputs": {}, "backend": BACKENDS.get(candidate.kind, "numpy"),
    }  # fmt: skip


def _range(candidate: Candidate) -> list[int]:
    """The rows that were written for this gradient: the whole class, or the function itself."""
    node = (
        candidate.node if candidate.kind in ("torch", "layer") else candidate.gradient_node or candidate.node
    )
    first = getattr(node, "lineno", 1)
    return [first, getattr(node, "end_lineno", first)]


def _gradient_name(candidate: Candidate) -> str:
    return f"{candidate.owner}.{candidate.gradient}" if candidate.owner else candidate.gradient


def _attempt(candidate: Candidate, done: Executed, deadline: float) -> Attempt:
    if candidate.kind in ("function", "flag"):
        return check(_function_pair(candidate, done), deadline)
    if candidate.kind == "method":
        from .forms.layers import method_pair

        return check(method_pair(candidate, done), deadline)
    if candidate.kind == "layer":
        from .forms.layers import check_layer

        return check_layer(candidate, done, deadline)
    if candidate.kind == "torch":
        from .forms.torch_functions import check_function

        return check_function(candidate, done, deadline)
    if candidate.kind == "tensorflow":
        from .forms.tensorflow_rules import check_rule

        return check_rule(candidate, done, deadline)
    from .forms.jax_rules import check_rule as check_jax_rule

    return check_jax_rule(candidate, done, deadline)


def _function_pair(candidate: Candidate, done: Executed) -> Pair:
    formula, gradient = _found(candidate.forward, done), _found(candidate.gradient, done)
    if candidate.kind == "flag":
        gradient = _with_flag(formula)
    seen = calls_of(candidate.forward, formula, done)
    return pair_of(formula, gradient, returned_names(candidate.gradient_node), candidate.formula_node, seen)


def _found(name: str, done: Executed) -> Callable[..., Any]:
    value = done.namespace.get(name)
    if not callable(value):
        raise Unfit(f"{name} could not be defined")
    return value  # type: ignore[no-any-return]


def _with_flag(function: Callable[..., Any]) -> Callable[..., Any]:
    """`nonlin(x, deriv=True)` as a function of its own."""
    from .find.names import FLAGS

    taken = inspect.signature(function).parameters.values()
    flag = next((each for each in taken if each.name in FLAGS and each.default is False), None)
    if flag is None:
        raise Unfit("no flag that is off by default")
    return functools.partial(function, **{flag.name: True})


def calls_of(name: str, function: Callable[..., Any], done: Executed) -> list[dict[str, Any]]:
    """The calls of the program by parameter name."""
    found = []
    for positional, values, names in done.calls.get(name, ()):
        try:
            bound = inspect.signature(function).bind(*positional, **dict(zip(names, values)))
        except TypeError:
            continue
        found.append(dict(bound.arguments))
    return found


# -- filling in ----------------------------------------------------------------------------


def _fill(entry: dict[str, Any], candidate: Candidate, found: Attempt, source: str, done: Executed) -> None:
    from .script.file import script

    verdict = VERDICTS.get(found.state, "undecided")
    wrong = found.wrong_parts
    part = min(wrong, key=_clearness) if wrong else next(iter(found.parts), None)
    entry["note"] = found.note
    entry["parts"] = [_part(each) for each in found.parts]
    if found.at is not None:
        entry["shapes"] = {name: list(value.shape) for name, value in found.at.points.items()}
        entry["inputs"] = {name: spec.text() for name, spec in found.plan.specs.items()}
        entry["backend"] = getattr(getattr(found.plan, "backend", None), "name", entry["backend"])
    if verdict in ("wrong", "raises") and not found.sure:
        entry["reason"] = "it disagrees, but it is not clear what its parameters or results stand for"
        return
    if found.state == "shape" and not _is_explained(found):
        entry["reason"] = (
            f"it gives another shape on inputs that may not be meant: {part.guess if part else ''}"
        )
        return
    if verdict == "raises" and not found.plan.seen and not CONTRACT.search(found.reason):
        entry["reason"] = f"it raises on the inputs that were tried, which may not be meant: {found.reason}"
        return
    if found.state == "symmetric":
        said = re.search(
            r"symmetric|hermitian|covariance|definite|\bpsd\b|\bspd\b", prose(candidate, source), re.I
        )
        verdict = "right" if said else "undecided"
    entry["error"] = found.error
    entry["reason"] = found.reason or REASONS.get(found.state, "")
    entry["relative"] = found.worst
    if part is not None:
        entry.update(input=part.target, guess=part.guess, found=part.found, expected=part.expected)
    if verdict == "wrong" and part is not None:
        instead, purpose = on_purpose(candidate, found, part, source)
        if instead:
            entry.update(verdict=instead, reason=purpose)
            return
        place = written_at(candidate.gradient_node, part.position, part.attribute)
        entry["place"] = list(place) if place is not None else None
    if verdict == "surrogate":
        entry["reason"] = (
            f"the formula does not change with {part.target if part else 'its input'}: a gradient by design"
        )
    if verdict == "raises":
        place = written_at(candidate.gradient_node, -1)
        entry["place"] = list(place) if place is not None else None
    entry["verdict"] = verdict
    if verdict in ("wrong", "raises"):
        entry["script"] = script(candidate, found, part, source, done)


def _is_explained(found: Attempt) -> bool:
    """Whether a gradient of another shape is wrong beyond doubt: its numbers fit, or its neighbours are right."""
    known = ("transposed", "sum over")
    neighbours = any(part.state == "right" and any(part.expected) for part in found.parts)
    return found.plan.seen or neighbours or any(part.guess.startswith(known) for part in found.wrong_parts)


def _clearness(part: Part) -> int:
    order = ("sign error", "factor", "transposed", "sum over", "the upstream", "chain")
    return next((i for i, begin in enumerate(order) if part.guess.startswith(begin)), len(order))


def _part(part: Part) -> dict[str, Any]:
    return {
        "input": part.target, "state": part.state, "found": part.found, "expected": part.expected,
        "relative": part.error, "guess": part.guess,
    }  # fmt: skip
