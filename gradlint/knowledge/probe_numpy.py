"""Sort NumPy's functions by what they would do to a gradient, and find their equals in the frameworks."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from gradlint.core.model import Framework
from gradlint.knowledge.calls import flat
from gradlint.knowledge.equals_numpy import FRAMEWORKS, equals
from gradlint.knowledge.facts import Knowledge
from gradlint.knowledge.numpy_calls import Op, arguments, public_functions, working_call
from gradlint.knowledge.tables import table

np: Any = import_module("numpy")

# Functions that make an array of plain numbers, and numbers to try them with.
FACTORIES: dict[str, tuple[Any, ...]] = {
    "arange": (3,),
    "bartlett": (3,),
    "blackman": (3,),
    "empty": ((2,),),
    "eye": (3,),
    "full": ((2,), 1.0),
    "geomspace": (1.0, 2.0, 3),
    "hamming": (3,),
    "hanning": (3,),
    "identity": (3,),
    "indices": ((2,),),
    "kaiser": (3, 1.0),
    "linspace": (0.0, 1.0, 3),
    "logspace": (0.0, 1.0, 3),
    "ones": ((2,),),
    "tri": (3,),
    "zeros": ((2,),),
}
# Functions that give back what they are given, as an array.
CONVERSIONS = (
    "array",
    "asanyarray",
    "asarray",
    "asarray_chkfinite",
    "ascontiguousarray",
    "asfortranarray",
    "asmatrix",
    "copy",
    "require",
)
# They are called for the counts; only the edges of the bins move with the data.
COUNTING = frozenset({"numpy.histogram", "numpy.histogram2d", "numpy.histogramdd"})
STEP = 1e-4
AGREEMENT = 1e-3


def measure() -> Knowledge:
    warnings.simplefilter("ignore")
    functions = dict(public_functions())
    calls = {name: text for name, function in functions.items() if (text := working_call(name, function))}
    converting = conversions()
    making = factories()
    computing = {name: text for name, text in calls.items() if name not in converting | making}
    slopes = {name: smooth(functions[name], text) for name, text in computing.items()}
    found = {framework: equals(framework, computing) for framework in FRAMEWORKS}
    matched = {pair.partition("=")[0] for pairs in found.values() for pair in pairs}
    moving = {name for name, slope in slopes.items() if slope} - COUNTING
    differentiable = moving & kept(found)
    stepping = {name for name, slope in slopes.items() if slope is False} | COUNTING
    sets = {
        "numpy_differentiable": differentiable,
        "numpy_nondifferentiable": stepping | (moving & matched - differentiable) | drawing(),
        "numpy_conversions": converting,
        "numpy_factories": making,
    }
    return Knowledge(
        version(), {}, sets | {f"equal_{framework}": pairs for framework, pairs in found.items()}
    )


def kept(found: Mapping[Framework, set[str]]) -> set[str]:
    """NumPy functions with an equal through which the gradient flows in at least one framework."""
    names = set()
    for framework, pairs in found.items():
        ops = table(framework).ops
        for pair in pairs:
            name, _, own = pair.partition("=")
            facts = ops.get(own.removeprefix("torch."))
            if facts is None or facts.grad == "flows":
                names.add(name)
    return names


def smooth(function: Op, text: str) -> bool | None:
    """Does the result move smoothly with the inputs? None if the result is no array of numbers."""
    if not numbers(evaluate(function, text, -1, 0.0)):
        return None
    size = sum(leaf.size for leaf in inputs(text))
    coarse, fine = (
        np.array([slope(function, text, entry, step) for entry in range(size)]) for step in (STEP, STEP / 2)
    )
    return bool(np.any(coarse != 0) and np.allclose(coarse, fine, rtol=AGREEMENT, atol=AGREEMENT))


def inputs(text: str) -> list[Any]:
    args, _ = arguments(text)
    return [leaf for leaf in flat(args) if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f"]


def evaluate(function: Op, text: str, entry: int, step: float) -> Any:
    """The result of a call with one number of its float inputs moved by `step`."""
    args, kwargs = arguments(text)
    for leaf in flat(args):
        if isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f":
            if 0 <= entry < leaf.size:
                leaf.reshape(-1)[entry] += step
            entry -= leaf.size
    np.random.seed(0)
    return function(*args, **kwargs)


def numbers(result: Any) -> list[Any]:
    """The numeric arrays and NumPy numbers of a result."""
    leaves = [leaf for leaf in flat(result) if isinstance(leaf, (np.ndarray, np.generic))]
    return [np.asarray(leaf) for leaf in leaves if np.asarray(leaf).dtype.kind in "biufc"]


def slope(function: Op, text: str, entry: int, step: float) -> float:
    """The central difference of a weighted sum of the float results."""
    ends = []
    for move in (step, -step):
        leaves = [leaf for leaf in numbers(evaluate(function, text, entry, move)) if leaf.dtype.kind in "fc"]
        ends.append(
            sum(float((leaf.real.ravel() * np.linspace(0.5, 1.5, leaf.size)).sum()) for leaf in leaves)
        )
    return (ends[0] - ends[1]) / (2 * step)


def factories() -> set[str]:
    """Factories that work as declared, `..._like`, and everything that draws random numbers."""
    made = {name for name, args in FACTORIES.items() if isinstance(getattr(np, name)(*args), np.ndarray)}
    like = {name for name in dir(np) if name.endswith("_like")}
    random = {f"numpy.{name}" for name in random_functions() if not name.endswith("shuffle")}
    return {f"numpy.{name}" for name in made | like} | random


def random_functions() -> list[str]:
    return [name.removeprefix("numpy.") for name, _ in public_functions() if name.startswith("numpy.random.")]


def drawing() -> set[str]:
    """Random functions whose result steps: whole numbers, or elements picked from what they are given."""
    found = set()
    for name, function in public_functions():
        text = working_call(name, function) if name.startswith("numpy.random.") else None
        if text is None:
            continue
        given = np.concatenate([leaf.ravel() for leaf in inputs(text)] or [np.array([])])
        drawn = numbers(evaluate(function, text, -1, 0.0))
        if not drawn or all(leaf.dtype.kind in "biu" or np.isin(leaf, given).all() for leaf in drawn):
            found.add(name)
    return found


def conversions() -> set[str]:
    """Conversions that keep the numbers, and the scalar types, which also take arrays."""
    vec = arguments("vec")[0][0]
    keeping = {
        name for name in CONVERSIONS if np.array_equal(np.asarray(getattr(np, name)(vec)).ravel(), vec)
    }
    types = {name for name, kind in public_functions() if inspect.isclass(kind)}
    return {f"numpy.{name}" for name in keeping} | types


def version() -> str:
    others = ", ".join(f"{name} {installed(name)}" for name in FRAMEWORKS)
    return f"{np.__version__} with {others}"


def installed(framework: Framework) -> str:
    return str(import_module(framework).__version__).partition("+")[0]
