"""How a stand-alone script calls a formula and its gradient: text for each way they are written."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from ..find.discover import Candidate
from ..forms.functions import FunctionPlan
from ..forms.jax_rules import PullbackPlan
from ..forms.layer_plan import OUTPUTS, LayerPlan
from ..forms.tensorflow_rules import TapePlan
from ..forms.torch_functions import FunctionPlan as TorchPlan
from ..judge.compare import Part
from ..judge.plan import Plan

Calls = tuple[list[str], list[str], list[str]]
"""Imports, the body of `forward(inputs)`, the body of `gradient(inputs)`."""


def calls_of(plan: Plan, candidate: Candidate, part: Part | None) -> Calls | None:

    if isinstance(plan, FunctionPlan):
        return _function_calls(plan, candidate, part)
    if isinstance(plan, LayerPlan):
        return _layer_calls(plan, candidate, part)
    if part is not None and part.target.startswith("variable "):
        return None
    if isinstance(plan, TorchPlan):
        return _torch_calls(plan, candidate, part)
    if isinstance(plan, TapePlan):
        return _tape_calls(plan, candidate, part)
    if isinstance(plan, PullbackPlan):
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
    make = (
        MAKE[plan.backend.name]
        if spec.kind == "float" or plan.backend.name == "numpy"
        else INTEGERS[plan.backend.name]
    )
    if not plan.precise:
        make = make.replace("float64", "float32")
    return make.format(f"{where}[{name!r}]")


INTEGERS = {
    "torch": "torch.tensor({}.tolist())", "jax": "jnp.asarray({})", "tensorflow": "tf.constant({}, dtype=tf.int32)",
}  # fmt: skip


def _function_calls(plan: Any, candidate: Candidate, part: Part | None) -> Calls:
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


def _layer_calls(plan: Any, candidate: Candidate, part: Part | None) -> Calls:

    start = ["np.random.seed(0)", f"layer = {plan.construction}"]
    for place in plan.places:
        now = place.get(plan.prototype)
        if isinstance(now, np.ndarray) and now.dtype == np.float64:
            start.append(f"{place.text}[...] = inputs[{place.name!r}]")
        else:
            start.append(f"{place.text} = inputs[{place.name!r}].copy()")
    given = ", ".join(
        f"inputs[{n!r}].copy()" if plan.specs[n].kind == "float" else f"fixed[{n!r}]" for n in plan.inputs
    )
    run = [
        *start, "np.random.seed(0)", f"result = layer.{candidate.forward}({given})",
        "cache = result[1] if isinstance(result, tuple) else None",
        "output = result[0] if isinstance(result, tuple) else result",
        "if output is None:",
        f"    output = next(getattr(layer, n) for n in {OUTPUTS!r} if getattr(layer, n, None) is not None)",
    ]  # fmt: skip
    arguments = []
    for name, role in zip(_taken(plan, candidate), plan.roles.roles):
        text = {
            "output": "output",
            "rate": str(plan.last_rate),
            "cache": "cache",
            "upstream": "upstream[0]",
        }.get(role.kind)
        if role.kind == "input":
            text = (
                f"inputs[{role.name!r}]" if plan.specs[role.name].kind == "float" else f"fixed[{role.name!r}]"
            )
        if text is not None:
            arguments.append(f"{name}={text}")
    access = part.access if part is not None else "result"
    gradient = [*run, f"result = layer.{candidate.gradient}({', '.join(arguments)})", f"return {access}"]
    return [], [*run, "return [np.asarray(output, dtype=float)]"], gradient


def _taken(plan: Any, candidate: Candidate) -> list[str]:

    return list(inspect.signature(getattr(plan.prototype, candidate.gradient)).parameters)


def _torch_calls(plan: Any, candidate: Candidate, part: Part | None) -> Calls:
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


def _tape_calls(plan: Any, candidate: Candidate, part: Part | None) -> Calls:
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


def _jax_calls(plan: Any, candidate: Candidate, part: Part | None) -> Calls:
    name = part.target if part is not None else next(n for n in plan.names if plan.specs[n].kind == "float")
    given = ", ".join("leaf" if n == name else _given(plan, n) for n in plan.names)
    forward = [
        f"leaf = {_given(plan, name)}",
        f"return [np.asarray(each) for each in jax.tree_util.tree_leaves({candidate.forward}({given}))]",
    ]
    gradient = [
        "def function(leaf):",
        f"    return jax.tree_util.tree_leaves({candidate.forward}({given}))",
        "",
        f"results, pull = jax.vjp(function, {_given(plan, name)})",
        "return pull([jnp.asarray(u, dtype=r.dtype) for u, r in zip(upstream, results)])[0]",
    ]
    return list(IMPORTS["jax"]), forward, gradient
