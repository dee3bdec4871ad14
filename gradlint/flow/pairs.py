"""`foo` and `foo_grad`: a formula and what is said to be its gradient, compared by arithmetic.

Nothing of the program is run. Both functions are tried on small arrays by our own calculator, and the
written gradient is held against differences of the forward function. What shapes the arguments have is
mostly unknown, so a pair is wrong only if no choice of shapes makes all of its gradients right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

import libcst as cst

from gradlint.flow.calculator_values import method
from gradlint.flow.facts import Handwritten
from gradlint.flow.graph import Place
from gradlint.flow.machine import Machine
from gradlint.flow.own_gradients import Note
from gradlint.flow.own_torch import is_function
from gradlint.flow.registry import is_module
from gradlint.flow.syntax import elements, locals_of, parameters, returns, root, walk
from gradlint.flow.trial import SIZES, Component, Pair, Role, Trial, Verdict
from gradlint.flow.uses import Called
from gradlint.flow.values import Array, Class, Const, Func, Lang, Lib

SUFFIXES = tuple(
    f"_{word}" for word in "gradient grad backward bwd vjp prime derivative deriv der back pullback".split()
)
PREFIXES = ("grad_", "gradient_", "d_", "backward_", "d")
FORWARDS = ("", "_forward", "_fwd", "_loss")
RATES = frozenset({"lr", "learning_rate", "eta", "alpha", "rate"})
OUTPUTS = frozenset("y out output a s z result activation probs p yhat y_hat act h".split())
LABELS = frozenset(
    "target targets y_true ytrue label labels truth gt expected t y_target ground_truth".split()
)
CACHES = frozenset("cache caches ctx saved memory context".split())
SHAPES: tuple[tuple[int, ...], ...] = (
    (), (3,), (4, 3), (3, 2), (2,), (4, 2), (4,), (3, 3), (2, 3), (1, 2), (1, 3), (3, 1), (2, 1), (4, 1),
)  # fmt: skip
FEW_SHAPES = SHAPES[:9]
ONE_SHAPE: tuple[tuple[int, ...], ...] = ((), (5,), (4, 3), (3, 3), (3, 2))
"""For a single input, where no other must fit: long enough that no slice of it is empty."""
MOST_INPUTS = 4


def examine(machine: Machine, note: Note) -> None:
    for pair in _pairs(machine):
        _judge(machine, pair, note)


# -- finding them -------------------------------------------------------------------------


def _pairs(machine: Machine) -> Iterator[Pair]:
    functions = {
        each.name: each
        for each in machine.defined
        if isinstance(each, Func) and each.owner is None and each.scope.parent is None and not each.decorators
    }
    for name, func in functions.items():
        for base in _bases(name):
            forward = next((functions[base + end] for end in FORWARDS if base + end in functions), None)
            if forward is not None and forward is not func:
                yield from _function_pair(forward, func)
                break
    seen: set[cst.CSTNode] = set()
    for cls in machine.classes:
        forward, backward = method(cls, "forward"), method(cls, "backward")
        if cls.node in seen or forward is None or backward is None or _belongs_to_library(cls):
            continue
        seen.add(cls.node)
        yield from _method_pair(cls, forward, backward)


def _bases(name: str) -> Iterator[str]:
    for suffix in SUFFIXES:
        if name.endswith(suffix) and len(name) > len(suffix):
            yield name.removesuffix(suffix)
    for prefix in PREFIXES:
        if name.startswith(prefix) and len(name) > len(prefix) + 1:
            yield name.removeprefix(prefix)


def _belongs_to_library(cls: Class) -> bool:
    for base in cls.bases:
        if isinstance(base, Lib) and (is_module(base.name) or base.name.startswith("torch.")):
            return True
        if isinstance(base, Class) and _belongs_to_library(base):
            return True
    return is_function(cls)


def _function_pair(forward: Func, backward: Func) -> Iterator[Pair]:
    inputs = parameters(forward.node)
    if inputs.star is None and not inputs.keywords and 0 < inputs.required <= MOST_INPUTS:
        names = inputs.names[: inputs.required]
        for roles in _roles(names, inputs.names, parameters(backward.node).names):
            yield Pair(
                forward.name,
                forward,
                backward,
                names,
                roles,
                _wanted(names),
                logarithmic=_takes_logarithm(forward),
            )
            return


def _method_pair(cls: Class, forward: Func, backward: Func) -> Iterator[Pair]:
    inputs = parameters(forward.node).without_first()
    init = method(cls, "__init__")
    made_from = parameters(init.node).without_first() if init is not None else None
    if inputs.star is None and 0 < inputs.required <= 2 and (made_from is None or made_from.star is None):
        names = inputs.names[: inputs.required]
        for roles in _roles(names, inputs.names, parameters(backward.node).without_first().names):
            count = made_from.required if made_from is not None else 0
            yield Pair(
                cls.name,
                forward,
                backward,
                names,
                roles,
                _wanted(names),
                cls,
                count,
                _takes_logarithm(forward),
            )
            return


def _roles(
    names: tuple[str, ...], known: tuple[str, ...], taken: tuple[str, ...]
) -> Iterator[tuple[Role, ...]]:
    """What each parameter of the gradient stands for, if the names say it."""
    found: list[Role] = []
    for name in taken:
        if name in names:
            found.append(Role("input", names.index(name)))
        elif name in known:
            found.append(Role("default", known.index(name)))
        elif name.lower() in RATES:
            found.append(Role("rate"))
        elif name in CACHES:
            found.append(Role("cache"))
        elif _is_cotangent(name):
            found.append(Role("cotangent"))
        elif name in OUTPUTS:
            found.append(Role("output"))
        else:
            return
    kinds = [each.kind for each in found]
    if kinds.count("cotangent") <= 1 and kinds.count("cache") <= 1 and kinds.count("output") <= 1:
        yield tuple(found)


def _wanted(names: tuple[str, ...]) -> tuple[int, ...]:
    """The inputs that are not labels."""
    found = []
    for position, name in enumerate(names):
        label = name.lower() in LABELS or (name == "y" and not LABELS.intersection(names))
        if not label:
            found.append(position)
    return tuple(found) or tuple(range(len(names)))


def _takes_logarithm(func: Func) -> bool:
    return any(
        isinstance(node, cst.Attribute) and node.attr.value.startswith("log") for node in walk(func.node.body)
    )


def _is_cotangent(name: str) -> bool:
    lower = name.lower()
    return (
        lower in ("g", "gs", "ct", "upstream", "delta", "cotangent", "error", "up", "grads", "gradient")
        or lower.startswith(("grad", "dl", "dout", "d_", "dy", "dz", "up", "g_"))
        or lower.endswith(("_grad", "_gradient", "_error", "_delta", "grad_output"))
        or (name.startswith("d") and 1 < len(name) <= 4)
    )


# -- judging them -------------------------------------------------------------------------


def _judge(machine: Machine, pair: Pair, note: Note) -> None:
    for shapes in _seen_shapes(machine, pair):
        verdict = Trial(pair).run(shapes)
        if verdict is not None:
            if not verdict.right:
                _note(pair, verdict, note)
            return
    verdict = _best(pair)
    if verdict is not None and not verdict.right:
        _note(pair, verdict, note)


def _best(pair: Pair) -> Verdict | None:
    """What the pair does on the shapes that suit it best; None if that cannot be found out."""
    best: Verdict | None = None
    for sizes in SIZES if pair.made_from else SIZES[:1]:
        trial = Trial(pair, sizes)
        for shapes in product(_shapes_for(len(pair.names)), repeat=len(pair.names)):
            verdict = trial.run(shapes) if _is_full(shapes) else None
            if trial.exhausted:
                return None
            if verdict is not None and (best is None or verdict.rank < best.rank):
                best = verdict
            if best is not None and best.right:
                return best
    return best


def _shapes_for(inputs: int) -> tuple[tuple[int, ...], ...]:
    if inputs == 1:
        return ONE_SHAPE
    return SHAPES if inputs < MOST_INPUTS else FEW_SHAPES


def _is_full(shapes: tuple[tuple[int, ...], ...]) -> bool:
    """Axes of one are for broadcasting against others; alone they would hide a missing sum or mean."""
    rank = max(len(shape) for shape in shapes)
    largest = max((shape for shape in shapes if len(shape) == rank), key=prod)
    return 1 not in largest


def _seen_shapes(machine: Machine, pair: Pair) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The shapes with which the program itself calls the pair, made small."""
    for func in (pair.forward, pair.backward):
        for call in machine.called_with.get(func.node, ()):
            shapes = [_shape_in(call, name) for name in pair.names]
            known = [each for each in shapes if each is not None]
            if len(known) == len(shapes) and any(known):
                yield _small(known)


def _shape_in(call: Called, name: str) -> tuple[int, ...] | None:
    value = call.arguments.get(name)
    if (
        isinstance(value, Const)
        and isinstance(value.value, (int, float))
        and not isinstance(value.value, bool)
    ):
        return ()
    if not isinstance(value, Array) or value.shape is None or value.dtype in ("int", "bool"):
        return None
    sizes = [each for each in value.shape if each is not None and each > 0]
    return tuple(sizes) if len(sizes) == len(value.shape) else None


def _small(shapes: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The same shapes with every size replaced by a small one, different for different sizes."""
    sizes = sorted({size for shape in shapes for size in shape if size > 1})
    smaller = {1: 1, **{size: 2 + position for position, size in enumerate(sizes)}}
    return tuple(tuple(smaller[size] for size in shape) for shape in shapes)


def _note(pair: Pair, verdict: Verdict, note: Note) -> None:
    for wrong in verdict.wrong:
        node = _written_at(pair.backward, wrong)
        note(
            Handwritten(
                Place(node),
                f"wrong-{wrong.how}",
                _lang(pair.forward),
                pair.name,
                f"{wrong.target}|{wrong.found}|{wrong.expected}",
                related=Place(pair.forward.node),
                certain=False,
            )
        )


def _lang(func: Func) -> Lang:
    for node in walk(func.node.body):
        found = func.scope.find(node.value) if isinstance(node, cst.Name) else None
        if isinstance(found, Lib) and found.name.startswith("jax"):
            return "jax"
    return "numpy"


def _written_at(backward: Func, wrong: Component) -> cst.CSTNode:
    """Where a gradient is computed: its assignment if it has one of its own, else the return."""
    ends = returns(backward.node)
    if wrong.attribute:
        for statement in _assignments(backward, wrong.attribute):
            return statement
    end = next((each for each in ends if each.value is not None), None)
    if end is None or end.value is None:
        return backward.node
    parts = elements(end.value) or [end.value]
    part = parts[wrong.position] if wrong.position < len(parts) else end.value
    if isinstance(part, cst.Name):
        bound = locals_of(backward.node).names.get(part.value, [])
        plain = len(bound) == 1 and bound[0].value is not None and bound[0].position is None
        if plain and not _is_filled(backward, part.value):
            return bound[0].statement
    return end.node


def _is_filled(func: Func, name: str) -> bool:
    """Whether an array is written to after it was made."""
    for node in walk(func.node.body):
        targets = [each.target for each in node.targets] if isinstance(node, cst.Assign) else []
        if any(isinstance(each, cst.Subscript) and root(each) == name for each in targets):
            return True
        if isinstance(node, cst.AugAssign) and root(node.target) == name:
            return True
    return False


def _assignments(func: Func, attribute: str) -> Iterator[cst.CSTNode]:
    for node in walk(func.node.body):
        if isinstance(node, cst.Assign):
            for each in node.targets:
                if isinstance(each.target, cst.Attribute) and each.target.attr.value == attribute:
                    yield node
        elif isinstance(node, cst.AugAssign) and isinstance(node.target, cst.Attribute):
            if node.target.attr.value == attribute:
                yield node
