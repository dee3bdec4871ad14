"""One formula and its written gradient, tried on arrays of given shapes and held against differences."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from collections.abc import Sequence as Seq
from itertools import combinations, permutations
from typing import Any, Literal

from gradlint.flow import grids
from gradlint.flow.calculator import STEP_LIMIT, Calculator
from gradlint.flow.calculator_values import GENERATOR, Made, method
from gradlint.flow.grids import Grid, Numeric, Refused, Shape, is_numeric
from gradlint.flow.syntax import parameters
from gradlint.flow.values import Class, Func
from gradlint.records import dataclass, field

STEP = 1e-5
RELATIVE, ABSOLUTE = 1e-4, 1e-6
SIZES = ((3, 2, 4), (3, 3, 3))
"""What a class is made with: sizes of layers, and as good as any other number. Equal ones let a missing
transpose pass the shapes, so that its numbers can be seen."""


GENERATORS = frozenset({"rng", "generator", "random_state", "rs", "gen"})
"""Names for something that draws random numbers."""


@dataclass(frozen=True, slots=True)
class Role:
    kind: Literal["input", "cotangent", "output", "cache", "rate", "default"]
    position: int = 0
    """Which input; which parameter of forward for one that keeps its default."""


@dataclass(frozen=True, slots=True)
class Pair:
    name: str
    forward: Func
    backward: Func
    names: tuple[str, ...]
    """The inputs of forward without a default."""
    roles: tuple[Role, ...]
    """What the gradient is called with."""
    wanted: tuple[int, ...]
    """The inputs for which a gradient may be meant: nobody differentiates with respect to labels."""
    cls: Class | None = None
    made_from: int = 0
    """With how many arguments the class is made."""
    logarithmic: bool = False
    """The formula takes a logarithm: its gradient may be meant together with a softmax before it."""


@dataclass(frozen=True, slots=True)
class Component:
    """One gradient that is not what it should be."""

    target: str
    position: int
    how: Literal["shape", "sign", "factor", "value"]
    found: str
    expected: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    wrong: tuple[Component, ...] = ()

    @property
    def right(self) -> bool:
        return not self.wrong

    @property
    def rank(self) -> tuple[int, int, int]:
        """The fewer gradients are wrong, the likelier these shapes are meant; then, the clearer the fault."""
        clearness = ("sign", "factor", "value", "shape")
        misshapen = sum(each.how == "shape" for each in self.wrong)
        return misshapen, len(self.wrong), sum(clearness.index(each.how) for each in self.wrong)


@dataclass(slots=True)
class _Point:
    """The formula at one choice of inputs."""

    inputs: list[Numeric]
    attributes: dict[str, Any]
    result: Numeric
    cache: Any
    weights: Numeric
    """What the result is multiplied by before it is summed: the upstream gradient."""
    gradients: dict[object, Numeric] = field(default_factory=dict)


class Trial:
    def __init__(self, pair: Pair, sizes: tuple[int, ...] = SIZES[0]) -> None:
        self.pair = pair
        self.sizes = sizes
        self.calculator = Calculator()
        self.random = random.Random(0)

    @property
    def exhausted(self) -> bool:
        return self.calculator.steps > STEP_LIMIT

    def run(self, shapes: Seq[Shape]) -> Verdict | None:
        """What the pair does on these shapes; None if one of them cannot work or nothing is decided."""
        found = self._run(shapes, None)
        if found is not None and found.rank[0] == 0 and not found.right and self.pair.logarithmic:
            # The gradient of a cross entropy may count on labels that sum to one.
            for axis in (-1, 0):
                other = self._run(shapes, axis)
                found = other if other is not None and other.right else found
        return found

    def _run(self, shapes: Seq[Shape], axis: int | None) -> Verdict | None:
        for signed in (True, False):
            try:
                inputs = [self._sample(shape, signed) for shape in shapes]
                return self._try(inputs if axis is None else self._with_labels(inputs, axis))
            except Refused:
                if self.exhausted:
                    return None
        return None

    def _with_labels(self, inputs: list[Numeric], axis: int) -> list[Numeric]:
        """The same inputs, the labels among them positive and with sum one along an axis."""
        found = list(inputs)
        for position, value in enumerate(inputs):
            if position not in self.pair.wanted and isinstance(value, Grid):
                positive = grids.apply(abs, value)
                total = grids.reduce(sum, positive, axis, keepdims=True)
                found[position] = grids.combine(lambda a, b: a / b, positive, total)
        return found

    def _sample(self, shape: Shape, signed: bool) -> Numeric:
        numbers = [self.random.uniform(0.2, 0.9) for _ in range(math.prod(shape))]
        if signed:
            numbers = [each if self.random.random() < 0.5 else -each for each in numbers]
        return grids.grid(shape, numbers)

    def _try(self, inputs: list[Numeric]) -> Verdict | None:
        attributes = self._attributes()
        made = self._instance(attributes)
        result, cache = self._forward(made, inputs)
        kinds = {role.kind for role in self.pair.roles}
        if "cache" in kinds and cache is None:
            return None
        weights = (
            self._sample(grids.shape_of(result), True)
            if "cotangent" in kinds
            else grids.full(grids.shape_of(result), 1.0)
        )
        point = _Point(inputs, attributes, result, cache, weights)
        if "cotangent" not in kinds and not self._is_elementwise(point):
            return None
        returned = self._backward(made, point, output_for_input=False)
        verdict = self._compare(point, returned, made)
        if verdict is not None and not verdict.right and len(inputs) == 1 and "input" in kinds:
            if self._is_written_in_the_result(made, point):
                return Verdict()
        return verdict

    def _is_written_in_the_result(self, made: Made | None, point: _Point) -> bool:
        """The derivative of a sigmoid may be meant for its result: s * (1 - s)."""
        try:
            verdict = self._compare(point, self._backward(made, point, output_for_input=True), made)
        except Refused:
            return False
        return verdict is not None and verdict.right

    # -- running the two functions -------------------------------------------------------

    def _attributes(self) -> dict[str, Any]:
        if self.pair.cls is None:
            return {}
        given: list[Any] = []
        for name in self._made_from(self.pair.cls):
            sizes = [each for each in given if each is not GENERATOR]
            given.append(GENERATOR if name in GENERATORS else self.sizes[len(sizes) % len(self.sizes)])
        return self.calculator.make(self.pair.cls, given).attributes

    def _made_from(self, cls: Class) -> tuple[str, ...]:
        init = method(cls, "__init__")
        return parameters(init.node).without_first().names[: self.pair.made_from] if init is not None else ()

    def _instance(self, attributes: dict[str, Any]) -> Made | None:
        return Made(self.pair.cls, dict(attributes)) if self.pair.cls is not None else None

    def _forward(self, made: Made | None, inputs: Seq[Numeric]) -> tuple[Numeric, Any]:
        before = [made] if made is not None else []
        found = self.calculator.call(self.pair.forward, [*before, *inputs])
        cache: Any = None
        if isinstance(found, tuple) and len(found) == 2:
            found, cache = found
        if not is_numeric(found) or not all(math.isfinite(each) for each in grids.data_of(found)):
            raise Refused
        return found, cache

    def _backward(self, made: Made | None, point: _Point, output_for_input: bool) -> Any:
        given: list[Any] = [made] if made is not None else []
        for role in self.pair.roles:
            if role.kind == "input":
                given.append(point.result if output_for_input else point.inputs[role.position])
            elif role.kind == "default":
                given.append(self.calculator.default(self.pair.forward, role.position))
            else:
                given.append(
                    {"cotangent": point.weights, "output": point.result, "cache": point.cache, "rate": 0.0}[
                        role.kind
                    ]
                )
        return self.calculator.call(self.pair.backward, given)

    def _loss(self, point: _Point, inputs: Seq[Numeric], attributes: dict[str, Any]) -> float:
        result, _ = self._forward(self._instance(attributes), inputs)
        product = grids.combine(lambda a, b: a * b, point.weights, result)
        return sum(grids.data_of(product))

    def _is_elementwise(self, point: _Point) -> bool:
        """A derivative without an upstream gradient makes sense for a scalar or element by element."""
        shape = grids.shape_of(point.result)
        if not shape:
            return True
        if len(point.inputs) != 1 or grids.shape_of(point.inputs[0]) != shape:
            return False
        moved = self._moved(point.inputs[0], 0, STEP)
        other, _ = self._forward(self._instance(point.attributes), [moved])
        changed = [a != b for a, b in zip(grids.data_of(point.result), grids.data_of(other))]
        return not any(changed[1:])

    # -- differences ---------------------------------------------------------------------

    def _moved(self, value: Numeric, position: int, step: float) -> Numeric:
        data = list(grids.data_of(value))
        data[position] += step
        return grids.grid(grids.shape_of(value), data)

    def gradient(self, point: _Point, target: int | str) -> Numeric:
        """The gradient for an input or an attribute by central differences; Refused at a kink."""
        if target not in point.gradients:
            value = point.inputs[target] if isinstance(target, int) else point.attributes[target]
            found = self._differences(point, target, value, STEP)
            finer = self._differences(point, target, value, STEP / 4)
            if not _close(finer, found, 1e-3, 1e-4):
                raise Refused
            point.gradients[target] = found
        return point.gradients[target]

    def _differences(self, point: _Point, target: int | str, value: Numeric, step: float) -> Numeric:
        made: list[float] = []
        for position in range(len(grids.data_of(value))):
            sides = []
            for sign in (step, -step):
                moved = self._moved(value, position, sign)
                inputs, attributes = list(point.inputs), dict(point.attributes)
                if isinstance(target, int):
                    inputs[target] = moved
                else:
                    attributes[target] = moved
                sides.append(self._loss(point, inputs, attributes))
            made.append((sides[0] - sides[1]) / (2 * step))
        return grids.grid(grids.shape_of(value), made)

    # -- comparing -----------------------------------------------------------------------

    def _compare(self, point: _Point, returned: Any, made: Made | None) -> Verdict | None:
        parts = list(returned) if isinstance(returned, (tuple, list)) else [returned]
        if any(part is not None and not is_numeric(part) for part in parts):
            return None
        kept = [(position, part) for position, part in enumerate(parts) if part is not None]
        beside = list(self._gradient_attributes(point, made))
        if len(parts) > len(point.inputs) or not (kept or beside):
            return None
        # Fewer gradients than inputs: they may be those of any of them, in order.
        meant = range(len(point.inputs)) if len(parts) > len(self.pair.wanted) else self.pair.wanted
        choices = combinations(meant, len(parts))
        wrong = min((self._errors(point, kept, choice) for choice in choices), key=len)
        if wrong and len(kept) == 1 and self._is_difference(point, kept[0][1]):
            raise Refused
        for name, attribute in beside:
            assert made is not None
            wrong = [*wrong, *self._error(point, name, made.attributes[attribute], 0, name, attribute)]
        if not wrong and any(_is_zero(one) for one in point.gradients.values()):
            raise Refused  # where nothing depends on an input, any formula that vanishes looks right
        return Verdict(tuple(wrong))

    def _is_difference(self, point: _Point, part: Numeric) -> bool:
        """`p - y` for a cross entropy is right if p came out of a softmax."""
        if not self.pair.logarithmic:
            return False
        for one, two in permutations(point.inputs, 2):
            try:
                between = grids.combine(lambda a, b: a - b, one, two)
            except Refused:
                continue
            if grids.shape_of(between) == grids.shape_of(part):
                alike = _difference(grids.data_of(part), grids.data_of(between))[0] == "factor"
                if alike or _close(part, between, RELATIVE, ABSOLUTE):
                    return True
        return False

    def _errors(
        self, point: _Point, parts: list[tuple[int, Numeric]], choice: tuple[int, ...]
    ) -> list[Component]:
        found: list[Component] = []
        for position, part in parts:
            have, want = grids.shape_of(part), grids.shape_of(point.inputs[choice[position]])
            if have != want:
                name = self.pair.names[choice[position]]
                found.append(Component(name, position, "shape", _text(have), _text(want)))
        if found:  # numbers cannot make it right any more
            return found
        for position, part in parts:
            target = choice[position]
            found.extend(self._error(point, target, part, position, self.pair.names[target]))
        return found

    def _error(
        self, point: _Point, target: int | str, part: Numeric, position: int, name: str, attribute: str = ""
    ) -> Iterator[Component]:
        """How a gradient differs from what it should be; nothing if it does not."""
        value = point.inputs[target] if isinstance(target, int) else point.attributes[target]
        if grids.shape_of(part) != grids.shape_of(value):
            shapes = _text(grids.shape_of(part)), _text(grids.shape_of(value))
            yield Component(name, position, "shape", *shapes, attribute)
            return
        true = self.gradient(point, target)
        if not _close(part, true, RELATIVE, ABSOLUTE):
            how, found, expected = _difference(grids.data_of(part), grids.data_of(true))
            yield Component(name, position, how, found, expected, attribute)

    def _gradient_attributes(self, point: _Point, made: Made | None) -> Iterator[tuple[str, str]]:
        """`self.dW` beside `self.W`: a gradient kept on the instance."""
        for name, value in point.attributes.items():
            if not isinstance(value, Grid) or made is None:
                continue
            for attribute in (f"d{name}", f"d_{name}", f"grad_{name}", f"{name}_grad"):
                if is_numeric(made.attributes.get(attribute)):
                    yield name, attribute


def _is_zero(value: Numeric) -> bool:
    return all(abs(each) < ABSOLUTE for each in grids.data_of(value))


def _close(one: Numeric, two: Numeric, relative: float, absolute: float) -> bool:
    pairs: Callable[[Numeric], tuple[float, ...]] = grids.data_of
    return all(
        abs(a - b) <= absolute + relative * max(abs(a), abs(b)) for a, b in zip(pairs(one), pairs(two))
    )


def _difference(
    found: tuple[float, ...], true: tuple[float, ...]
) -> tuple[Literal["sign", "factor", "value"], str, str]:
    """In what way numbers differ: the sign, a factor, or more than that."""
    ratios = [a / b for a, b in zip(found, true) if abs(b) > 1e-8]
    zeros = all(abs(a) < 1e-8 for a, b in zip(found, true) if abs(b) <= 1e-8)
    if ratios and zeros and max(ratios) - min(ratios) < 1e-3 * abs(ratios[0]):
        if abs(ratios[0] + 1) < 1e-3 or (ratios[0] < 0 and len(ratios) > 1):
            return "sign", f"{ratios[0]:.3g}", "1"
        if len(ratios) > 1:
            return "factor", f"{ratios[0]:.3g}", "1"
    worst = max(range(len(true)), key=lambda position: abs(found[position] - true[position]))
    return "value", f"{found[worst]:.3g}", f"{true[worst]:.3g}"


def _text(shape: Shape) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
