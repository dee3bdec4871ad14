"""The stand-alone file that shows a wrong gradient: it fails in a plain interpreter as long as it is wrong."""

from __future__ import annotations

import ast
import textwrap
from typing import Any

import numpy as np

from .compare import Part
from .discover import Candidate
from .making import text_of
from .trial import Attempt, Plan
from .unit import Executed

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


def script(candidate: Candidate, found: Attempt, part: Part | None, source: str, done: Executed) -> str | None:
    """Text that shows the fault; None where it cannot be told in a few lines."""
    at = found.at
    if at is None:
        return None
    calls = _calls(found.plan, candidate, part)
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
        return statement.name in wanted or any(name in wanted for name in decorated if name not in ("jax", "tf", "torch"))
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return any((alias.asname or alias.name).partition(".")[0] in wanted for alias in statement.names)
    if isinstance(statement, ast.Expr):
        called = statement.value.func if isinstance(statement.value, ast.Call) else None
        return isinstance(called, ast.Attribute) and called.attr in SWITCHES and _root(called) in wanted
    if isinstance(statement, (ast.For, ast.While, ast.With)):
        return False
    bound = {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
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


# -- how each kind is called ---------------------------------------------------------------


def _calls(plan: Plan, candidate: Candidate, part: Part | None) -> tuple[list[str], list[str], list[str]] | None:
    from . import functions, jax_rules, layers, tensorflow_rules, torch_functions

    if isinstance(plan, functions.FunctionPlan):
        return _function_calls(plan, candidate, part)
    if isinstance(plan, layers.LayerPlan):
        return _layer_calls(plan, candidate, part)
    if part is not None and part.target.startswith("variable "):
        return None
    if isinstance(plan, torch_functions.FunctionPlan):
        return _torch_calls(plan, candidate, part)
    if isinstance(plan, tensorflow_rules.TapePlan):
        return _tape_calls(plan, candidate, part)
    if isinstance(plan, jax_rules.PullbackPlan):
        return _jax_calls(plan, candidate, part)
    return None


MAKE = {
    "numpy": "{}.copy()[()]", "torch": "torch.tensor({}.tolist(), dtype=torch.float64)", "jax": "jnp.asarray({})",
    "tensorflow": "tf.constant({}, dtype=tf.float64)",
}  # fmt: skip
IMPORTS = {
    "numpy": [], "torch": ["import torch"], "tensorflow": ["import tensorflow as tf"],
    "jax": ["import jax", "import jax.numpy as jnp", 'jax.config.update("jax_enable_x64", True)'],
}  # fmt: skip


def _given(plan: Any, name: str) -> str:
    spec = plan.specs[name]
    if spec.kind == "value":
        return f"fixed[{name!r}]"
    where = "inputs" if spec.kind == "float" else "fixed"
    make = MAKE[plan.backend.name] if spec.kind == "float" or plan.backend.name == "numpy" else INTEGERS[plan.backend.name]
    if not plan.precise:
        make = make.replace("float64", "float32")
    return make.format(f"{where}[{name!r}]")


INTEGERS = {
    "torch": "torch.tensor({}.tolist())", "jax": "jnp.asarray({})", "tensorflow": "tf.constant({}, dtype=tf.int32)",
}  # fmt: skip


def _function_calls(plan: Any, candidate: Candidate, part: Part | None) -> tuple[list[str], list[str], list[str]]:
    formula, written = candidate.forward, candidate.gradient
    begin = list(IMPORTS[plan.backend.name])
    make = ""
    if candidate.kind == "method":
        formula, written = f"owner.{formula}", f"owner.{written}"
        make = f"owner = {plan.pair.setup}"
    given = ", ".join(_given(plan, name) for name in plan.pair.inputs)
    count = max(1, plan.roles.upstreams)
    run = [
        *([make] if make else []), "np.random.seed(0)", f"result = {formula}({given})",
        "cache = result[-1] if isinstance(result, tuple) else None",
        f"outputs = list(result[:{count}]) if isinstance(result, tuple) else [result]",
    ]  # fmt: skip
    arguments: list[str] = []
    seen = 0
    for name, role in zip(plan.pair.taken, plan.roles.roles):
        if role.kind == "default":
            continue
        text = {"output": "outputs[0]", "rate": "1.0", "cache": "cache"}.get(role.kind)
        if role.kind == "input":
            text = _given(plan, role.name)
        elif role.kind == "upstream":
            text = MAKE[plan.backend.name].format(f"upstream[{min(seen, count - 1)}]")
            seen += 1
        arguments.append(f"{name}={text}")
    if candidate.kind == "flag":
        flags = getattr(plan.pair.gradient, "keywords", {})
        arguments += [f"{name}={value}" for name, value in flags.items()]
    access = part.access if part is not None else "result"
    read = "float(each)" if plan.backend.name == "never" else "np.asarray(each, dtype=float)"
    forward = [*run, f"return [{read} for each in outputs]"]
    return begin, forward, [*run, f"result = {written}({', '.join(arguments)})", f"return {access}"]


def _layer_calls(plan: Any, candidate: Candidate, part: Part | None) -> tuple[list[str], list[str], list[str]]:
    from .layers import OUTPUTS

    start = ["np.random.seed(0)", f"layer = {plan.making}"]
    for place in plan.places:
        now = place.get(plan.prototype)
        if isinstance(now, np.ndarray) and now.dtype == np.float64:
            start.append(f"{place.text}[...] = inputs[{place.name!r}]")
        else:
            start.append(f"{place.text} = inputs[{place.name!r}].copy()")
    given = ", ".join(f"inputs[{n!r}].copy()" if plan.specs[n].kind == "float" else f"fixed[{n!r}]" for n in plan.inputs)
    run = [
        *start, "np.random.seed(0)", f"result = layer.{candidate.forward}({given})",
        "cache = result[1] if isinstance(result, tuple) else None",
        "output = result[0] if isinstance(result, tuple) else result",
        "if output is None:",
        f"    output = next(getattr(layer, n) for n in {OUTPUTS!r} if getattr(layer, n, None) is not None)",
    ]  # fmt: skip
    arguments = []
    for name, role in zip(_taken(plan, candidate), plan.roles.roles):
        text = {"output": "output", "rate": str(plan.last_rate), "cache": "cache", "upstream": "upstream[0]"}.get(role.kind)
        if role.kind == "input":
            text = f"inputs[{role.name!r}]" if plan.specs[role.name].kind == "float" else f"fixed[{role.name!r}]"
        if text is not None:
            arguments.append(f"{name}={text}")
    access = part.access if part is not None else "result"
    gradient = [*run, f"result = layer.{candidate.gradient}({', '.join(arguments)})", f"return {access}"]
    return [], [*run, "return [np.asarray(output, dtype=float)]"], gradient


def _taken(plan: Any, candidate: Candidate) -> list[str]:
    import inspect

    return list(inspect.signature(getattr(plan.prototype, candidate.gradient)).parameters)


def _torch_calls(plan: Any, candidate: Candidate, part: Part | None) -> tuple[list[str], list[str], list[str]]:
    name = part.target if part is not None else next(n for n in plan.names if plan.specs[n].kind == "float")
    given = ", ".join("leaf.clone()" if n == name else _given(plan, n) for n in plan.names)
    run = [
        f"leaf = {_given(plan, name)}.requires_grad_()", "torch.manual_seed(0)",
        f"results = {candidate.owner}.apply({given})",
        "results = list(results) if isinstance(results, tuple) else [results]",
        f"results = [results[i] for i in {plan.differentiable or [0]}]",
    ]  # fmt: skip
    forward = [*run, "return [each.detach().numpy() for each in results]"]
    weights = "[torch.tensor(u).to(r.dtype) for u, r in zip(upstream, results)]"
    gradient = [*run, f"return torch.autograd.grad(results, [leaf], {weights})[0].numpy()"]
    return ["import torch"], forward, gradient


def _tape_calls(plan: Any, candidate: Candidate, part: Part | None) -> tuple[list[str], list[str], list[str]]:
    name = part.target if part is not None else next(n for n in plan.names if plan.specs[n].kind == "float")
    given = ", ".join("leaf" if n == name else _given(plan, n) for n in plan.names)
    forward = [
        f"leaf = {_given(plan, name)}", f"results = tf.nest.flatten({candidate.forward}({given}))",
        "return [each.numpy() for each in results if each.dtype.is_floating]",
    ]  # fmt: skip
    gradient = [
        f"leaf = {_given(plan, name)}",
        "with tf.GradientTape() as tape:",
        "    tape.watch(leaf)",
        f"    results = tf.nest.flatten({candidate.forward}({given}))",
        "results = [each for each in results if each.dtype.is_floating]",
        "weights = [tf.cast(tf.constant(u), r.dtype) for u, r in zip(upstream, results)]",
        "return tape.gradient(results, leaf, output_gradients=weights).numpy()",
    ]
    return list(IMPORTS["tensorflow"]), forward, gradient


def _jax_calls(plan: Any, candidate: Candidate, part: Part | None) -> tuple[list[str], list[str], list[str]]:
    name = part.target if part is not None else next(n for n in plan.names if plan.specs[n].kind == "float")
    given = ", ".join("leaf" if n == name else _given(plan, n) for n in plan.names)
    forward = [
        f"leaf = {_given(plan, name)}",
        f"return [np.asarray(each) for each in jax.tree_util.tree_leaves({candidate.forward}({given}))]",
    ]
    gradient = [
        f"results, pull = jax.vjp(lambda leaf: jax.tree_util.tree_leaves({candidate.forward}({given})), {_given(plan, name)})",
        "return pull([jnp.asarray(u, dtype=r.dtype) for u, r in zip(upstream, results)])[0]",
    ]
    return list(IMPORTS["jax"]), forward, gradient
