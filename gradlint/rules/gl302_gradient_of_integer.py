"""GL302: An integer tensor cannot carry a gradient."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import IntegerSource
from gradlint.analysis.project.syntax import number, walk
from gradlint.core.model import Framework, Severity
from gradlint.knowledge.names.arrays import INTEGER_TYPES
from gradlint.knowledge.names.operations import MAKES_ARRAYS
from gradlint.knowledge.names.tensorflow import TAKE_ANY_TYPE
from gradlint.rules.shared.bench import Bench, keyword, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import targets
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    texts = {
        "requires_grad": "raises RuntimeError: Only Tensors of floating point and complex dtype "
        "can require gradients",
        "parameter": "raises RuntimeError: Only Tensors of floating point and complex dtype can "
        "require gradients",
        "variable": "the gradient of an integer variable is None",
        "watch": "the dtype of the watched tensor must be floating: its gradient is None",
        "argument": "raises TypeError: grad requires real- or complex-valued inputs, but got int32",
    }
    for found in program.flow.integer_sources:
        help_ = "write 3.0 instead of 3, or give a floating dtype"
        if found.lang == "jax":
            help_ = "pass a float array, or allow_int=True for float0 gradients"
        yield Draft(
            found.place.node,
            f"gradient of an integer: {texts[found.how]}",
            help_,
            found.lang,  # type: ignore[arg-type]
            Severity.ERROR,
            (),
            "an integer carries no gradient",
            about=found,
        )


# -- integers -----------------------------------------------------------------------------

_FLOATS: dict[Framework, str] = {
    "torch": "torch.float32",
    "tensorflow": "tf.float32",
    "jax": "jax.numpy.float32",
}


_OTHER_FLOATS = re.compile(r"\b(float64|double|float16|half|bfloat16|set_default_\w+|enable_x64)\b")


def floated(
    bench: Bench, node: cst.BaseExpression, framework: Framework, depth: int = 0
) -> list[Change] | None:
    """The expression with floating-point numbers in place of integers; None where that is not clear."""
    if isinstance(node, cst.Integer):
        return [bench.replace(node, f"{bench.code(node)}.0")] if node.value.isdecimal() else None
    if isinstance(node, cst.Dict):
        parts = [each.value for each in node.elements if isinstance(each, cst.DictElement)]
        made = [floated(bench, each, framework, depth + 1) for each in parts]
        return [change for each in made for change in each or []] or None
    if isinstance(node, cst.Name) and depth < 3:
        found = _binding(bench, node)
        return floated(bench, found, framework, depth + 1) if found is not None else None
    if not isinstance(node, cst.Call):
        return None
    kind = bench.name(_FLOATS[framework])
    short = (bench.called(node.func) or "").rpartition(".")[2]
    if kind is None or short == "Parameter":
        inside = positional(node, 0)
        end = bench.text.span(inside)[1] if inside is not None else 0
        return [Change(end, end, ".float()")] if isinstance(inside, (cst.Call, cst.Name)) else None
    dtype = keyword(node, "dtype")
    if dtype is not None:
        named = bench.called(dtype.value).rpartition(".")[2]
        return [bench.replace(dtype.value, kind)] if named in INTEGER_TYPES else None
    if short in MAKES_ARRAYS and bench.called(node.func).split(".")[0] in ("torch", "tf", "jax"):
        if (
            len(node.args) == 1
            and isinstance(node.args[0].value, cst.Integer)
            and short in ("Variable", "constant")
        ):
            return floated(bench, node.args[0].value, framework)
        return [bench.add_argument(node, f"dtype={kind}")]
    return None


def _binding(bench: Bench, name: cst.Name) -> cst.BaseExpression | None:
    """What a name was bound to before it was used here."""
    found: cst.BaseExpression | None = None
    end = bench.text.span(name)[0]
    for node in walk(bench.text.function(name)):
        if isinstance(node, cst.Assign) and bench.text.span(node)[1] <= end:
            if any(target.target.deep_equals(name) for target in node.targets):
                found = node.value
    return found


def fix(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if not isinstance(about, IntegerSource) or not isinstance(node, cst.Call):
        return None
    framework = bench.draft.framework
    if about.how in ("argument", "watch"):
        for arg in node.args:
            made = floated(bench, arg.value, framework)
            if made:
                return bench.patch("Use a floating-point number", "unsafe", made)
        return None
    made = floated(bench, node, framework)
    # Where a file computes in another precision, that may be the one it has to be.
    single = _OTHER_FLOATS.search(bench.text.all) is None
    certain = single and (framework != "tensorflow" or _meets_no_integers(bench, node))
    return bench.patch("Use a floating-point number", "safe" if certain else "unsafe", made) if made else None


def _meets_no_integers(bench: Bench, made: cst.CSTNode) -> bool:
    """TensorFlow mixes no types: the variable meets plain numbers and itself only, or is cast."""
    statement = bench.text.parent(made)
    target = next(iter(targets(statement)), None) if statement is not None else None
    if target is None:
        return False
    for each in walk(bench.text.module):
        if each is target or not each.deep_equals(target):
            continue
        place: cst.CSTNode | None = bench.text.parent(each)
        while isinstance(place, (cst.Arg, cst.Element, cst.List, cst.Tuple)):
            place = bench.text.parent(place)
        if isinstance(place, cst.BinaryOperation):
            if not all(
                side.deep_equals(target) or number(side) is not None for side in (place.left, place.right)
            ):
                return False
        elif isinstance(place, cst.Call):
            func = place.func
            if not (isinstance(func, cst.Attribute) and func.attr.value in TAKE_ANY_TYPE):
                return False
        elif not (
            isinstance(place, cst.Attribute) and place.value is each and place.attr.value in TAKE_ANY_TYPE
        ):
            return False
    return True
