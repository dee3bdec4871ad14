"""What rules given to a framework have in common: inputs by name and annotation, and the search for shapes."""

from __future__ import annotations

import ast
import itertools
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..find.discover import Candidate, returns_of
from ..find.names import LETTERS, RATES, SCALARS, is_bias, is_label, is_matrix
from ..judge.attempts import attempts, decided, described
from ..judge.plan import Attempt, Plan, Unfit
from ..run.arrays import Array, Backend, is_float
from ..run.inputs import IMAGES, Spec, unnatural
from .choosing import NEAR, ranks_of, runs, squares_of

BOOLEAN = re.compile(
    r"^(is_|use_|with_|has_|do_|return_|training|inplace|flag|causal|keepdim|normalize|sorted|reverse)"
)
AXIS = re.compile(r"^(dim|dims|axis|axes)$")
WHOLE = re.compile(
    r"^(n|k|num_\w+|n_\w+|size|groups?|stride|padding|dilation|bits|levels|steps?|max_iter|iterations?|order|degree)$"
)
INDEX = re.compile(
    r"^(idx|index|indices|ids|batch|labels?|targets?|perm|permutation|mask|lengths?|offsets?|\w+_idx|\w+_index)$"
)
CALLED = re.compile(r"^(f|fn|fun|func|function|\w+_fn|\w+_func|\w+_function|closure|activation)$")
FEW: tuple[tuple[int, ...], ...] = ((5, 3), (3, 2), (3,), (2,), (), (2, 3), (3, 3), (5,), (5, 2), (2, 5, 3))
MOST = 400


class RulePlan(Plan):
    """One call of a function whose gradient a framework takes from a hand-written rule."""

    is_rule = True

    def __init__(
        self, candidate: Candidate, names: tuple[str, ...], specs: dict[str, Spec], backend: Backend
    ) -> None:
        self.candidate, self.names, self.specs, self.backend = candidate, names, specs, backend
        self.precise = backend.precise
        self.labels = frozenset(name for name in names if len(names) > 1 and is_label(name, names))
        self.logarithmic = mentions_logarithm(candidate.formula_node)

    def native(self, points: dict[str, Array], fixed: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name in self.names:
            value = points[name] if name in points else fixed[name]
            made[name] = self.backend.make(value) if isinstance(value, np.ndarray) else value
        return made


def mentions_logarithm(node: ast.AST | None) -> bool:
    return node is not None and any(
        isinstance(each, ast.Attribute) and each.attr.startswith(("log", "rsqrt", "sqrt"))
        for each in ast.walk(node)
    )


def options(name: str, names: tuple[str, ...], annotation: ast.expr | None, plain: bool) -> list[Spec]:
    """What one argument may be; `plain` if the rule gives no gradient for it."""
    said = ast.unparse(annotation) if annotation is not None else ""
    values: dict[str, list[Any]] = {
        "float": [0.7],
        "int": [2, 1, -1],
        "bool": [False, True],
        "str": ["mean", "sum", "none"],
    }
    if said in values:
        return [Spec("value", value=each) for each in values[said]]
    if BOOLEAN.match(name):
        return [Spec("value", value=False), Spec("value", value=True)]
    if AXIS.match(name):
        return [Spec("value", value=each) for each in (-1, 0, 1)]
    if name.lower() in RATES or (
        (name in SCALARS or name in LETTERS) and "ensor" not in said and not WHOLE.match(name)
    ):
        return [
            Spec("value", value=0.7),
            Spec("float", ()),
            Spec("value", value=2),
            *_floats(name, names)[:3],
        ]
    if WHOLE.match(name):
        return [Spec("value", value=2), Spec("value", value=1), *_floats(name, names)[:3]]
    if INDEX.match(name) and not is_label(name, names):
        return [Spec("int", (5,)), Spec("int", (3,)), *_floats(name, names)[:3]]
    if CALLED.match(name) and plain:
        return [Spec("value", value=_square), *_floats(name, names)[:3]]
    floats = _floats(name, names)
    if plain:
        others = [
            Spec("value", value=0.7),
            Spec("value", value=2),
            Spec("value", value=False),
            Spec("value", value=None),
        ]
        return [*floats[:4], *others, Spec("int", (5,)), Spec("int", (3,)), Spec("value", value=_square)]
    if is_label(name, names):
        return [*floats[:5], Spec("int", (5,)), Spec("int", (3,))]
    return floats


def _square(value: Any) -> Any:
    return value * value


def _floats(name: str, names: tuple[str, ...]) -> list[Spec]:
    if is_bias(name, names) and len(names) > 1:
        return [Spec("float", shape) for shape in ((2,), (3,), (1, 3), ())]
    if is_matrix(name):
        return [Spec("float", shape) for shape in ((5, 3), (3, 2), (2, 3), (3, 3), (3,), ())]
    return [Spec("float", shape) for shape in FEW]


def choices(
    names: tuple[str, ...], node: ast.FunctionDef | None, plain: set[str], most: int = MOST
) -> Iterator[dict[str, Spec]]:
    """Choices of arguments for a call, within bounds."""
    hints = {arg.arg: arg.annotation for arg in node.args.args} if node is not None else {}
    lists = [options(name, names, hints.get(name), name in plain) for name in names]
    if len(names) == 1 and lists[0][0].kind == "float":
        lists = [[*lists[0], Spec("float", (2, 3, 4, 6))]]
    while np.prod([len(each) for each in lists], dtype=float) > most:
        longest = max(lists, key=len)
        if len(longest) <= 1:
            break
        lists = [each[:-1] if each is longest else each for each in lists]
    for chosen in itertools.product(*lists):
        yield dict(zip(names, chosen))
    arrays = [name for name, each in zip(names, lists) if each[0].kind == "float"]
    for template in IMAGES.get(len(arrays), ()):
        made = {name: each[0] for name, each in zip(names, lists)}
        made.update({name: Spec("float", shape) for name, shape in zip(arrays, template)})
        yield made


def nones_of(candidate: Candidate, names: tuple[str, ...]) -> set[str]:
    """The inputs for which the rule says None in so many words."""
    found: set[str] | None = None
    for end in returns_of(candidate.gradient_node):
        if not isinstance(end.value, ast.Tuple) or len(end.value.elts) != len(names):
            continue
        here = {
            name
            for name, part in zip(names, end.value.elts)
            if isinstance(part, ast.Constant) and part.value is None
        }
        found = here if found is None else found & here
    return found or set()


def seen_specs(call: dict[str, Any], names: tuple[str, ...]) -> dict[str, Spec] | None:
    """What the program itself called with."""
    specs: dict[str, Spec] = {}
    for name in names:
        if name not in call:
            return None
        value = call[name]
        shape = tuple(getattr(value, "shape", ()))
        if is_float(value) and hasattr(value, "shape"):
            specs[name] = Spec("float", tuple(int(size) for size in shape))
        elif hasattr(value, "shape") and hasattr(value, "dtype"):
            if "int" not in str(value.dtype):
                return None
            specs[name] = Spec("int", tuple(int(size) for size in shape), upper=2)
        else:
            specs[name] = Spec("value", value=value)
    if sum(int(np.prod(spec.shape, dtype=int)) for spec in specs.values()) > 4000:
        return None
    return specs


def is_of_precision(found: Attempt) -> bool:
    """Whether it raises only because we compute in float64: constants in the code may be float32."""
    return found.plan.precise and found.state == "raises" and PRECISION.search(found.reason) is not None


PRECISION = re.compile(
    r"float32.*float64|float64.*float32|same dtype|Double|scalar type|datatype", re.IGNORECASE
)
CONTRACT = re.compile(
    r"grad_fn must accept|custom_gradient|Custom (VJP|JVP)|No (VJP|JVP) defined|Legacy autograd|"
    r"incorrect number of gradients|did not return|must return"
)
"""What frameworks say to a rule that breaks their contract, whatever its numbers are."""


def search(
    make: Callable[[dict[str, Spec]], RulePlan], possible: Iterator[dict[str, Spec]], seen: list[dict[str, Spec]],
    deadline: float, most: int = 10,
) -> Attempt:  # fmt: skip
    """Find arguments with which the function runs, and judge its rule on the most natural of them."""
    found: list[RulePlan] = []
    begun = time.process_time()
    budget = max(0.2, (deadline - begun) * 0.5)
    trouble: list[Exception] = []
    for specs in seen:
        plan = make(specs)
        plan.seen = True
        if runs(plan, trouble) is not None:
            found.append(plan)
    # Demonstrations on single numbers do not say that only numbers are meant.
    ranks = {ranks_of(plan.specs) for plan in found if any(spec.shape for spec in plan.specs.values())}
    for position, specs in enumerate(possible):
        if time.process_time() - begun > budget and position > 3:
            break
        if not any(spec.kind == "float" for spec in specs.values()) or (
            ranks and ranks_of(specs) not in ranks
        ):
            continue
        plan = make(specs)
        shape = runs(plan, trouble)
        if shape is not None:
            plan.score = unnatural(specs, shape)
            plan.score += sum(0.25 for spec in specs.values() if spec.kind == "value")
            found.append(plan)
            if sum(each.score < 2.0 for each in found) >= most:
                break
    broken = next((each for each in trouble if CONTRACT.search(str(each))), None)
    if not found and broken is not None:
        plan = make(next(iter(seen), {}))
        return Attempt("raises", plan, reason=" ".join(str(broken).split())[:300], error=described(broken))
    if not found:
        raise Unfit("it runs on none of the arguments that were tried")
    found.sort(key=lambda plan: plan.score)
    for plan in found:
        plan.squares = squares_of(plan.specs, [each.specs for each in found])
    best = decided(attempts([plan for plan in found if plan.score <= found[0].score + NEAR], deadline, most))
    if best is None:
        raise Unfit("there was no time to try it")
    return best
