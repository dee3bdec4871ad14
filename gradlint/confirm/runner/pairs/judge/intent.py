"""Gradients that differ from the derivative on purpose: straight-through estimators, reversal, clipping."""

from __future__ import annotations

import ast
import io
import re
import tokenize

import numpy as np

from ..find.discover import Candidate, returns_of
from ..find.names import SURROGATE
from ..run.arrays import Array
from ..run.unit import Chance, TooLong
from .compare import Part
from .plan import Attempt, Plan, Point

STRICT = re.compile(r"straight.?through|surrogate|\bSTE\b|gradient.reversal|approximat", re.IGNORECASE)
"""Words that mean it in plain functions, where `clip` and `round` are part of many formulas."""
RULES = ("torch", "tensorflow", "jax")
STOPPED = re.compile(r"zeros|stop_gradient|\bdetach\b|no_gradient")


def on_purpose(candidate: Candidate, found: Attempt, part: Part, source: str) -> tuple[str, str]:
    """The verdict and the reason instead of `wrong`; empty if nothing speaks for a purpose."""
    is_rule = candidate.kind in RULES
    said = (SURROGATE if is_rule else STRICT).search(prose(candidate, source))
    if said:
        return "surrogate", f"its words say so: {said.group(0)}"
    if is_rule and found.at is not None:
        if _is_identity(found, part):
            return (
                "surrogate",
                "the forward pass gives back its input: such a rule exists to change the gradient",
            )
        if _lets_through(candidate, part):
            return "surrogate", "it only lets the gradient through where the forward pass is flat"
        if _is_steered(found, part):
            return "surrogate", "one of its inputs steers the gradient and nothing else"
        if not any(part.found) and _stops(candidate, source):
            return "surrogate", "the gradient is stopped on purpose"
    if is_rule and _is_random(found):
        return "undecided", "the forward pass draws random numbers: its gradient may be right on average"
    return "", ""


def prose(candidate: Candidate, source: str) -> str:
    """Names, docstrings and comments around a gradient: not its code."""
    words = [candidate.name, candidate.gradient]
    text = _text(candidate.node, source)
    for node in (candidate.node, candidate.formula_node, candidate.gradient_node):
        for each in ast.walk(node) if node is not None else ():
            if isinstance(each, (ast.FunctionDef, ast.ClassDef)):
                words.append(ast.get_docstring(each) or "")
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                words.append(token.string)
    except (tokenize.TokenError, SyntaxError):
        words += re.findall(r"#.*", text)
    return "\n".join(words)


def _text(node: ast.AST | None, source: str) -> str:
    """What was written for a gradient, with the comment above it."""
    if node is None or not hasattr(node, "lineno"):
        return ""
    lines = source.splitlines()
    begin = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
    while begin > 1 and lines[begin - 2].lstrip().startswith("#"):
        begin -= 1
    return "\n".join(lines[begin - 1 : getattr(node, "end_lineno", None) or begin])


def _is_identity(found: Attempt, part: Part) -> bool:
    assert found.at is not None
    value = found.at.points.get(part.target)
    return value is not None and any(
        out.shape == value.shape and np.array_equal(out, value) for out in found.at.outputs
    )


def _lets_through(candidate: Candidate, part: Part) -> bool:
    """Where the formula is flat the rule still gives a gradient, elsewhere it is right: a soft clamp."""
    if re.search("relu", candidate.name, re.IGNORECASE) or len(part.found) != len(part.expected):
        return False
    found_, expected = np.array(part.found), np.array(part.expected)
    scale = float(np.max(np.abs(expected), initial=1e-12))
    flat = np.abs(expected) < 1e-9 * scale
    elsewhere = np.abs(found_ - expected) <= 1e-3 * scale
    return bool(np.any(flat) and np.all(flat | elsewhere))


def _is_steered(found: Attempt, part: Part) -> bool:
    """Whether changing another input changes this gradient though it leaves the result alone."""
    at, plan = found.at, found.plan
    assert at is not None
    for name, value in at.points.items():
        if name == part.target:
            continue
        moved = Point({**at.points, name: value * 1.3 + 0.1}, at.fixed, at.outputs, at.weights)
        try:
            outputs = plan.forward(moved.points, moved.fixed)
            same = all(np.array_equal(one, two) for one, two in zip(outputs, at.outputs))
            before, after = (_gradient(plan, each, part.target) for each in ((at, moved) if same else ()))
        except TooLong:
            raise
        except Exception:
            continue
        if before is not None and after is not None and not np.allclose(before, after):
            return True
    return False


def _gradient(plan: Plan, at: Point, target: str) -> Array | None:
    return next((part.value for part in plan.readings(at)[0].parts if part.target == target), None)


def _stops(candidate: Candidate, source: str) -> bool:
    return any(STOPPED.search(ast.unparse(each)) for each in returns_of(candidate.gradient_node)) or bool(
        STOPPED.search(_text(candidate.gradient_node, source))
    )


def _is_random(found: Attempt) -> bool:
    """Whether the formula gives something else with other random numbers."""
    at = found.at
    if at is None:
        return False
    Chance.seed = 1
    try:
        again = found.plan.forward(at.points, at.fixed)
    except TooLong:
        raise
    except Exception:
        return False
    finally:
        Chance.seed = 0
    return any(a.shape != b.shape or not np.allclose(a, b) for a, b in zip(again, at.outputs))
