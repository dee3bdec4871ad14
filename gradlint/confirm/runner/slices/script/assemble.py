"""Put a plan into a stand-alone script: the user's statements on their rows, ours far below them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ...execute.program import SCAFFOLD
from ..inputs.plan import Plan, Slot
from ..inputs.spec import Spec
from ..locate.names import parameters, uses
from ..locate.needs import backward_slice, needed, one_by_one, top_level
from ..locate.setting import Setting
from ..locate.target import Target, holds
from .dialects import Dialect
from .preamble import absolute, has_standins, preamble
from .trim import is_generator, trimmed
from .write import expression

_ASKING = (".backward", "autograd.grad", ".gradient", "jax.grad", "value_and_grad", "jax.vjp", "jacobian")


@dataclass(frozen=True)
class Written:
    """A script, and what the oracle wants to know about it."""

    tree: ast.Module
    sources: tuple[str, ...]
    """Variables of the script that hold differentiable inputs, and the object with parameters."""
    asked_row: int | None
    made: dict[int, Slot]
    """The rows on which inputs are made."""


def write(setting: Setting, plan: Plan, dialect: Dialect) -> Written:
    """The script of a plan."""
    script = _Script()
    statements = needs_of(setting, plan)
    script.add([node for node in statements if _is_future(node)])
    _surround(setting, plan, dialect, script, statements)
    if setting.target.function is None:
        return Written(script.module(), tuple(script.sources), None, script.made)
    if has_standins(plan):
        # What decorators and constants took from a stand-in shows by itself; what the call takes is counted.
        script.text("Standin.handed = 0")
    call = _call(setting, plan, dialect, script)
    asks = any(mark in ast.unparse(setting.target.function) for mark in _ASKING)
    asked: int | None = None
    if not plan.asking or (asks and not _returns_differentiable(setting)):
        script.text(f"result = {call}")
    else:
        script.text(dialect.ask(call, script.sources))
        asked = script.row
    return Written(script.module(), tuple(script.sources), asked, script.made)


def write_needs(setting: Setting, plan: Plan, dialect: Dialect) -> ast.Module:
    """The script up to where the target is defined: imports, constants, helpers."""
    script = _Script()
    statements = needs_of(setting, plan)
    script.add([node for node in statements if _is_future(node)])
    _surround(setting, plan, dialect, script, statements)
    return script.module()


def _surround(
    setting: Setting, plan: Plan, dialect: Dialect, script: _Script, statements: list[ast.stmt]
) -> None:
    kept = [node for node in statements if not _is_future(node)]
    bent = [trimmed(absolute(node, setting.package), plan.short, plan.undecorated) for node in kept]
    script.text(preamble(setting, plan, dialect, bent))
    for name, spec in plan.of("name").items():
        _input(script, dialect, name, spec)
        script.made[script.row] = ("name", name)
    script.add(bent)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def needs_of(setting: Setting, plan: Plan) -> list[ast.stmt]:
    """The user's statements that the target needs, the target last of them or where it stands."""
    replaced = set(plan.of("name")) | plan.stubbed
    subject = setting.subject
    if subject is None:
        return _module_slice(setting, replaced)
    own = (
        setting.target.function
        if subject is not setting.target.function and not setting.target.owner
        else subject
    )
    assert own is not None
    wanted = uses(own).reads | {own.name if isinstance(own, (ast.FunctionDef, ast.ClassDef)) else ""}
    for spec in plan.slots.values():
        wanted |= _mentioned(spec)
    wanted -= replaced
    statements = [node for node in one_by_one(top_level(setting.tree)) if not uses(node).binds & replaced]
    found = needed(statements, wanted)
    if own is not subject or own not in statements:
        found = [node for node in found if node is not subject] + [own]
    return found


def _module_slice(setting: Setting, replaced: set[str]) -> list[ast.stmt]:
    """The statements of a program that lead to the finding."""
    statements = [node for node in one_by_one(top_level(setting.tree)) if not uses(node).binds & replaced]
    seeds = {node for node in statements if any(holds(node, row) for row in setting.rows)}
    return backward_slice(statements, seeds)


def _mentioned(spec: Spec) -> set[str]:
    found: set[str] = set()
    if spec.kind in ("build", "code"):
        found |= {str(spec.value).partition(".")[0].partition("(")[0]}
    for _, part in spec.parts:
        found |= _mentioned(part)
    return found - {"torch"}


class _Script:
    def __init__(self) -> None:
        self.body: list[ast.stmt] = []
        self.row = SCAFFOLD
        self.sources: list[str] = []
        self.made: dict[int, Slot] = {}

    def add(self, nodes: list[ast.stmt]) -> None:
        self.body.extend(nodes)

    def text(self, text: str) -> None:
        """Our own statements, each on the next free row of ours."""
        tree = ast.parse(text.strip() + "\n")
        last = self.row
        for node in ast.walk(tree):
            if isinstance(node, (ast.stmt, ast.expr, ast.arg, ast.keyword, ast.alias, ast.excepthandler)):
                node.end_lineno = self.row + (node.end_lineno or node.lineno)
                node.lineno = self.row + node.lineno
                last = max(last, node.end_lineno)
        self.row = last
        self.body.extend(tree.body)

    def module(self) -> ast.Module:
        return ast.fix_missing_locations(ast.Module(self.body, []))


def _call(setting: Setting, plan: Plan, dialect: Dialect, script: _Script) -> str:
    """Writes the inputs and the object into the script; the expression that calls the target with them."""
    target = setting.target
    function = target.function
    assert function is not None
    holder = ""
    if target.owner is not None and not target.is_static:
        holder = _object(setting, plan, dialect, script)
    given: list[str] = []
    placed = {arg.arg for arg in function.args.posonlyargs}
    values = _ordered(plan.of("call"), function)
    models = [f"given_{name}" for name, spec in values.items() if spec.kind in ("network", "build")]
    # An optimizer comes last: it is given the parameters of the model.
    for name, spec in sorted(values.items(), key=lambda item: item[1].kind == "optimizer"):
        # Never the user's own name: inside the function that is another value, the copy.
        variable = f"given_{name}"
        _input(script, dialect, variable, spec, holder or (models[0] if models else ""))
        script.made[script.row] = ("call", name)
        text = (
            dialect.copy.format(variable)
            if plan.copied and spec.is_float and spec.value != "plain"
            else variable
        )
        given.append(text if name in placed else f"{name}={text}")
    return _called(target, holder, given)


def _called(target: Target, holder: str, given: list[str]) -> str:
    function = target.function
    assert function is not None
    if target.owner is not None:
        place = holder or target.owner.name
        name = "" if function.name in ("__call__", "forward", "call") and holder else f".{function.name}"
        if function.name == "__init__":
            return place
        if target.is_property:
            return f"{place}.{function.name}"
        text = f"{place}{name}({', '.join(given)})"
    else:
        text = f"{function.name}({', '.join(given)})"
    if isinstance(function, ast.AsyncFunctionDef):
        return f"__import__('asyncio').run({text})"
    return f"list({text})" if is_generator(function) else text


def _ordered(values: dict[str, Spec], function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, Spec]:
    names = [arg.arg for arg in parameters(function)]
    known = {name: spec for name, spec in values.items() if name in names or function.args.kwarg}
    return dict(
        sorted(known.items(), key=lambda item: names.index(item[0]) if item[0] in names else len(names))
    )


def _input(script: _Script, dialect: Dialect, name: str, spec: Spec, shared: str = "") -> None:
    script.text(f"{name} = {expression(spec, dialect, shared)}")
    if spec.is_float and spec.value != "plain":
        script.sources.append(name)


def _object(setting: Setting, plan: Plan, dialect: Dialect, script: _Script) -> str:
    owner = setting.target.owner
    assert owner is not None
    path = ".".join(setting.target.path[:-1])
    if setting.target.is_class_method:
        return path
    if plan.concrete:
        script.text(f"{path}.__abstractmethods__ = frozenset()")
    inside = [f"{name}={expression(spec, dialect)}" for name, spec in plan.of("init").items()]
    if plan.bare:
        script.text(
            f"class Bare({path}):\n    made_up = 'without its constructor'\n\n    def __init__(self):\n"
            f"        if isinstance(self, {dialect.module}):\n            {dialect.module}.__init__(self)"
        )
        script.text("subject = Bare()")
    else:
        script.text(f"subject = {path}({', '.join(inside)})")
    for name, spec in plan.of("self").items():
        script.text(f"subject.{name} = {expression(spec, dialect)}")
        script.made[script.row] = ("self", name)
        if spec.is_float and spec.value != "plain":
            script.sources.append(f"subject.{name}")
    if plan.evaluating:
        script.text("subject.eval()")
    return "subject"


def _returns_differentiable(setting: Setting) -> bool:
    """Does the function hand on a gradient of its own, as a penalty does?"""
    function = setting.target.function
    assert function is not None
    text = ast.unparse(function)
    returns = any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function))
    return returns and "create_graph=True" in text and ".backward" not in text
