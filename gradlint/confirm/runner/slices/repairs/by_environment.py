"""Repairs of what surrounds the code: modules that are absent, names that are missing, decorators, time."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..inputs.guesses import named, tensor_named
from ..inputs.plan import Plan
from ..inputs.spec import NETWORK, Spec, literal
from ..locate.names import Function, uses
from ..locate.setting import Setting
from ..script.assemble import needs_of
from ..script.try_script import Outcome, TooLong

_FRAMEWORKS = frozenset({"torch", "tensorflow", "jax", "jaxlib", "numpy", "keras"})


def environment_repairs(setting: Setting, plan: Plan, outcome: Outcome, filename: str) -> Iterator[Plan]:
    """Plans that make good what is missing around the code, the likeliest first."""
    error = outcome.error
    if isinstance(error, TooLong):
        if plan.short is None:
            yield plan.but("loops end after 3 rounds", short=3)
        elif plan.short > 1:
            yield plan.but("loops end after 1 round", short=1)
        return
    if isinstance(error, ModuleNotFoundError) and error.name:
        top = error.name.partition(".")[0]
        missing = error.name if top in _owned(setting) or top in _FRAMEWORKS else top
        if missing not in _FRAMEWORKS and missing not in plan.absent:
            yield plan.but(f"module {missing} is not there", absent=plan.absent | {missing})
    if isinstance(error, NameError) and (found := re.search(r"name '(\w+)' is not defined", str(error))):
        name = found[1]
        value = _free_name(name, setting)
        yield plan.put(("name", name), value, f"{name} is given")
    row = _module_row(outcome, filename)
    if row is None:
        return
    statement = next(
        (node for node in needs_of(setting, plan) if node.lineno <= row <= (node.end_lineno or row)), None
    )
    if statement is None or statement is setting.subject or row in setting.rows:
        if not plan.undecorated:
            yield plan.but("decorators are left out", undecorated=True)
        return
    yield from _without(statement, plan, setting)


def _without(statement: ast.stmt, plan: Plan, setting: Setting) -> Iterator[Plan]:
    """A statement of the module that does not run: what it defines is stood in for."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        bound = {name for name in uses(statement).binds if name not in _FRAMEWORKS}
        if not bound <= plan.stubbed:
            yield plan.but(f"{', '.join(sorted(bound))} cannot be imported", stubbed=plan.stubbed | bound)
    elif isinstance(statement, (*Function, ast.ClassDef)):
        if not plan.undecorated:
            yield plan.but("decorators are left out", undecorated=True)
        yield plan.but(f"{statement.name} cannot be defined", stubbed=plan.stubbed | {statement.name})
    else:
        changed = plan
        for name in sorted(uses(statement).binds):
            changed = changed.put(("name", name), _free_name(name, setting), f"{name} is given")
        yield changed
        yield plan.but("a statement is left out", stubbed=plan.stubbed | uses(statement).binds)


def _free_name(name: str, setting: Setting) -> Spec:
    from ..locate.usage import usage_of

    seen = usage_of(name, setting.target.function or setting.tree)
    if seen.called:
        return NETWORK
    if name.isupper():
        return named(name.lower()) or literal(2)
    return named(name) or tensor_named(name)


def _module_row(outcome: Outcome, filename: str) -> int | None:
    """The row of the module that was running, if it is one of the user's."""
    frames = [one for one in outcome.frames if one.filename == filename]
    if not frames or frames[0].row >= 1_000_000:
        return None
    return frames[0].row


def _owned(setting: Setting) -> set[str]:
    return {setting.package.partition(".")[0]} if setting.package else set()
