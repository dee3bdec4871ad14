"""The stand-alone file that shows a wrong gradient: it fails in a plain interpreter as long as it is wrong."""

from __future__ import annotations

import ast
import textwrap
from typing import Any

from ..find.discover import Candidate
from ..judge.compare import Part
from ..judge.plan import Attempt
from ..run.instances import text_of
from ..run.unit import Executed
from .calls import calls_of

HEAD = '''"""{title}

Fails as long as the gradient is wrong. Saved by gradlint."""
'''
TAIL = '''
def difference(name, step):
    """Central differences of the sum of upstream * forward(...)."""
    found = np.zeros(inputs[name].shape)
    for index in np.ndindex(found.shape):
        sides = []
        for sign in (1.0, -1.0):
            moved = dict(inputs)
            moved[name] = inputs[name].copy()
            moved[name][index] += sign * step
            sides.append(sum(float(np.sum(u * o)) for u, o in zip(upstream, forward(moved))))
        found[index] = (sides[0] - sides[1]) / (2 * step)
    return found


written = np.asarray(gradient(inputs), dtype=float)
expected = difference({target!r}, {step})
print("the written gradient:", written.ravel()[:8])
print("central differences: ", expected.ravel()[:8])
assert written.size == expected.size, f"shape {{written.shape}} where the input has {{expected.shape}}"
written = written.reshape(expected.shape)
assert np.allclose(written, expected, rtol={rtol}, atol=1e-5), (
    f"the gradient for {target} is {{written.ravel()[:4]}}, differences give {{expected.ravel()[:4]}}"
)
'''


def script(
    candidate: Candidate, found: Attempt, part: Part | None, source: str, done: Executed
) -> str | None:
    """Text that shows the fault; None where it cannot be told in a few lines."""
    at = found.at
    if at is None:
        return None
    calls = calls_of(found.plan, candidate, part)
    if calls is None:
        return None
    begin, forward, gradient = calls
    names = {candidate.forward, candidate.gradient, candidate.owner, candidate.name.partition(".")[0]}
    inputs = ",\n".join(f"    {name!r}: {text_of(value)}" for name, value in at.points.items())
    others = ",\n".join(f"    {name!r}: {_other(value)}" for name, value in at.fixed.items())
    lines = [
        HEAD.format(title=_title(candidate, part)),
        *(["from __future__ import annotations"] if done.flags else []),
        "import numpy as np",
        *begin,
        "",
        definitions(names, source, done),
        "",
        f"inputs = {{\n{inputs},\n}}",
        f"fixed = {{\n{others},\n}}" if others else "fixed = {}",
        f"upstream = [{', '.join(text_of(each) for each in at.weights)}]",
        "",
        "",
        "def forward(inputs):",
        textwrap.indent("\n".join(forward), "    "),
        "",
        "",
        "def gradient(inputs):",
        textwrap.indent("\n".join(gradient), "    "),
        "",
    ]
    precise = found.plan.precise
    target = part.target if part is not None else next(iter(at.points))
    tail = TAIL.format(target=target, step=1e-5 if precise else 1e-2, rtol=1e-3 if precise else 3e-2)
    return "\n".join(lines) + tail


def _title(candidate: Candidate, part: Part | None) -> str:
    said = f" ({part.guess})" if part is not None and part.guess else ""
    return f"{candidate.name} and its hand-written gradient disagree{said}."


def _other(value: Any) -> str:
    if isinstance(value, dict):
        return repr({**getattr(value, "USUAL", {}), **value})
    if callable(value):
        return "lambda value: value * value"
    return text_of(value)


# -- the statements that the two functions need ---------------------------------------------

SWITCHES = ("defvjp", "defjvp", "defjvps", "set_default_dtype", "set_floatx")


def definitions(names: set[str], source: str, done: Executed) -> str:
    """The statements of the unit that define these names and whatever they use."""
    wanted, chosen = set(names), set[int]()
    grew = True
    while grew:
        grew = False
        for position, statement in enumerate(done.kept):
            if position in chosen or not _is_needed(statement, wanted):
                continue
            chosen.add(position)
            wanted |= {each.id for each in ast.walk(statement) if isinstance(each, ast.Name)}
            grew = True
    lines = source.splitlines()
    return "\n".join(_text(done.kept[position], lines) for position in sorted(chosen))


def _is_needed(statement: ast.stmt, wanted: set[str]) -> bool:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        decorated = [each.value.id for each in statement.decorator_list
                     if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)]  # fmt: skip
        return statement.name in wanted or any(
            name in wanted for name in decorated if name not in ("jax", "tf", "torch")
        )
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return any((alias.asname or alias.name).partition(".")[0] in wanted for alias in statement.names)
    if isinstance(statement, ast.Expr):
        called = statement.value.func if isinstance(statement.value, ast.Call) else None
        return isinstance(called, ast.Attribute) and called.attr in SWITCHES and _root(called) in wanted
    if isinstance(statement, (ast.For, ast.While, ast.With)):
        return False
    bound = {
        each.id
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    return bool(bound & wanted)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _text(statement: ast.stmt, lines: list[str]) -> str:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return ast.unparse(statement)
    begin = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))])
    return "\n".join(lines[begin - 1 : statement.end_lineno or begin])
