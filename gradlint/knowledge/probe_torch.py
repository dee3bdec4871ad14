"""Measure what the installed PyTorch does to a gradient, operation by operation."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import SAMPLES, fill, flat
from gradlint.knowledge.facts import HARMLESS, Knowledge, Trial, merge
from gradlint.knowledge.numpy_on_torch import numpy_sets
from gradlint.knowledge.sets_torch import reflected_sets
from gradlint.knowledge.tables import Grad, OpFacts
from gradlint.knowledge.torch_calls import CALLS, parse

Op = Callable[..., Any]
torch: Any = import_module("torch")
EXPLICIT = parse(CALLS)

# Guesses for operations without a line in CALLS: the first group with a call that works is the one.
# A group is (plain calls, calls with a number for the operand).
GUESSES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("vec", "mat", "mat, dim=0"), ()),
    (("mat",), ()),
    (("vec, vec2", "mat, mat2"), ("vec, 2.5",)),
    (("mat, mat2",), ()),
    (("batch",), ()),
    (("mat, 0",), ()),
    (("mat, 2",), ()),
    (("vec, 2",), ()),
    (("index",), ()),
    (("index, index",), ()),
)
NAMESPACES = {
    "nn.functional": torch.nn.functional,
    "linalg": torch.linalg,
    "special": torch.special,
    "fft": torch.fft,
}
ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "xor")
OPERATORS = frozenset(
    f"__{name}__"
    for name in (
        *ARITHMETIC,
        *(f"r{name}" for name in ARITHMETIC),
        *COMPARISONS,
        "neg",
        "abs",
        "invert",
        "getitem",
    )
)
# They make tensors, and are asked whether a tensor given to them stays connected.
FACTORIES = frozenset({"as_tensor", "asarray", "normal", "scalar_tensor", "tensor"})
# They act on the tensor's bookkeeping, or call back into Python, rather than compute from the tensor.
SKIPPED = frozenset(
    {
        "apply_",
        "backward",
        "map2_",
        "map_",
        "module_load",
        "register_hook",
        "requires_grad_",
        "retain_grad",
        "set_",
        "share_memory_",
    }
)
# They copy only between devices, which a machine without an accelerator cannot show.
BETWEEN_DEVICES = frozenset({"cpu", "cuda", "xpu"})
SAVED = "modified by an inplace operation"
MANY_VIEWS = "returns multiple views"
OVERLAPPING = "refers to a single memory location"


@cache
def derived() -> dict[str, Any]:
    """Samples that only PyTorch can make: factorisations, spectra, pooling places."""

    def sample(name: str) -> Any:
        return torch.tensor(SAMPLES[name], dtype=torch.float64)

    def places(name: str) -> Any:
        shape = sample(name).shape
        window = 2 ** (len(shape) - 2)
        count = int(torch.tensor(shape[2:]).prod())
        return (torch.arange(count) * window).reshape(shape[2:]).expand(shape).contiguous()

    return {
        "lu": torch.linalg.lu_factor(sample("mat"))[0],
        "pivots": torch.tensor(SAMPLES["pivots"], dtype=torch.int32),
        "spectrum": torch.stft(sample("long"), 8, return_complex=True),
        "spectrum1": torch.fft.rfft(sample("long")),
        "places1": places("seq"),
        "places2": places("image"),
        "places3": places("volume"),
    }


class Inputs:
    """The tensors of one call: float samples are results of an operation, so that they may be written to."""

    def __init__(self, text: str, only_first: bool = False, layout: str = "plain") -> None:
        self.leaves: list[Any] = []
        self.positions: list[int | None] = []
        """Where each leaf was given."""
        self.tensors: list[tuple[int | None, Any]] = []
        self.only_first = only_first
        self.layout = layout
        self.args, self.kwargs = fill(text, self.value)

    def value(self, name: str, position: int | None, fixed: bool) -> Any:
        if name in derived():
            tensor = derived()[name].clone()
        elif name in SAMPLES:
            sample = torch.tensor(SAMPLES[name])
            tensor = sample.double() if sample.is_floating_point() else sample
        else:
            return getattr(torch, name)
        if position == 0:
            tensor = disguise(tensor, self.layout)
        if differentiable(tensor) and not fixed and (position == 0 or not self.only_first):
            self.leaves.append(tensor.requires_grad_())
            self.positions.append(position)
            # A product with a number saves nothing of its result: whoever refuses a write is the operation.
            tensor = tensor * 1.0
        self.tensors.append((position, tensor))
        return tensor

    def holds(self, output: Any) -> bool:
        """Does the output lie in the storage of input 0?"""
        storage = output.untyped_storage().data_ptr()
        return any(
            position == 0 and tensor.untyped_storage().data_ptr() == storage
            for position, tensor in self.tensors
        )


def disguise(tensor: Any, layout: str) -> Any:
    """The same numbers in another memory layout or precision: a view stays one in each."""
    if layout == "strided" and tensor.dim() > 1:
        return tensor.transpose(0, 1).contiguous().transpose(0, 1)
    if layout == "single" and tensor.dtype == torch.float64:
        return tensor.float()
    return tensor


def differentiable(tensor: Any) -> bool:
    return bool(tensor.is_floating_point() or tensor.is_complex())


def run(op: Op, inputs: Inputs) -> tuple[list[Any], Any]:
    """The tensors among the results, and the result as it came."""
    torch.manual_seed(0)
    result = op(*inputs.args, **inputs.kwargs)
    return [leaf for leaf in flat(result) if isinstance(leaf, torch.Tensor)], result


def weighted(output: Any) -> Any:
    """A scalar of `output` that neither saves it nor has equal weights (softmax sums to a constant)."""
    weights = torch.linspace(0.5, 1.5, max(output.numel(), 1), dtype=torch.float64)[: output.numel()]
    product = output * weights.reshape(output.shape).to(output.dtype)
    return (torch.view_as_real(product)[..., 0] if product.is_complex() else product).sum().double()


def outcome(output: Any, leaves: list[Any]) -> Grad:
    if not differentiable(output):
        return "integer"
    if not output.requires_grad:
        return "none"
    try:
        gradients = torch.autograd.grad(weighted(output), leaves, allow_unused=True, retain_graph=True)
    except RuntimeError:
        return "raises"
    found = [gradient for gradient in gradients if gradient is not None]
    if not found:
        return "none"
    return "flows" if any(bool((gradient != 0).any()) for gradient in found) else "zero"


def refused(output: Any, inputs: Inputs) -> frozenset[int]:
    """The positions whose own gradient raises, where another has one."""
    fates = [(position, outcome(output, [leaf])) for position, leaf in zip(inputs.positions, inputs.leaves)]
    if all(fate == "raises" for _, fate in fates):
        return frozenset()
    return frozenset(position for position, fate in fates if fate == "raises" and position is not None)


def saved(outputs: list[Any], tensor: Any) -> bool:
    """Does backward refuse after `tensor` has been written to? The write leaves the numbers as they are."""
    losses = [weighted(output) for output in outputs if output.requires_grad]
    if not losses:
        return False
    loss: Any = torch.stack(losses).sum()
    with torch.no_grad():
        tensor.copy_(tensor.clone())
    try:
        loss.backward()
    except RuntimeError as error:
        return SAVED in str(error)
    return False


def saved_positions(op: Op, text: str, only_first: bool, inplace: bool) -> frozenset[int]:
    found = set()
    for number, (position, _) in enumerate(Inputs(text, only_first).tensors):
        if position is None or position in found or (inplace and position == 0):
            continue
        inputs = Inputs(text, only_first)
        outputs, _ = run(op, inputs)
        if saved(outputs, inputs.tensors[number][1]):
            found.add(position)
    return frozenset(found)


def result_saved(op: Op, text: str, inplace: bool) -> bool:
    """Is the result saved whoever requires grad? A view is not asked: it is its input."""
    answers = []
    for only_first in (False, True):
        inputs = Inputs(text, only_first)
        outputs, _ = run(op, inputs)
        if any(output.requires_grad for output in outputs):
            answers.append((inplace or not inputs.holds(outputs[0])) and saved(outputs, outputs[0]))
    return bool(answers) and all(answers)


def shared(op: Op, text: str) -> frozenset[bool]:
    answers = set()
    for layout in ("plain", "strided", "single"):
        inputs = Inputs(text, layout=layout)
        try:
            answers.add(inputs.holds(run(op, inputs)[0][0]))
        except Exception:  # not every operation takes every layout
            continue
    return frozenset(answers)


def error_of_write(op: Op, text: str) -> str:
    """What PyTorch says when the first result is written in place while the graph is recorded."""
    outputs, _ = run(op, Inputs(text))
    try:
        outputs[0].mul_(2)
    except RuntimeError as error:
        return str(error)
    return ""


def trial(op: Op, text: str, inplace: bool) -> Trial | None:
    """Everything about one call, or None if the operation cannot be called so or computes no tensor."""
    try:
        inputs = Inputs(text)
        outputs, result = run(op, inputs)
    except Exception:  # whatever an operation raises when called in a way it does not know
        return Trial(text, outputs=("raises",)) if runs_without_gradient(op, text) else None
    if not outputs or any(output.layout != torch.strided for output in outputs):
        return None
    grads = tuple(outcome(output, inputs.leaves) for output in outputs)
    several = len(grads) > 1 and (set(grads) != {"flows"} or type(result) not in (list, tuple))
    present = frozenset(position for position, _ in inputs.tensors if position is not None)
    if "raises" in grads:
        return Trial(text, grads, several, present, refuses=refused(outputs[0], inputs))
    return Trial(
        call=text,
        outputs=grads,
        several=several,
        present=present,
        saves=saved_positions(op, text, False, inplace),
        saves_alone=saved_positions(op, text, True, inplace),
        saves_result=result_saved(op, text, inplace),
        shares=frozenset({False}) if inplace else shared(op, text),
        written=error_of_write(op, text) if differentiable(outputs[0]) else "",
    )


def runs_without_gradient(op: Op, text: str) -> bool:
    try:
        with torch.no_grad():
            outputs, _ = run(op, Inputs(text))
    except Exception:
        return False
    return bool(outputs)


def operations() -> Iterator[tuple[str, list[Op]]]:
    """Short names and what they stand for: the function, then the method of that name, if both exist."""
    overridable = {id(function) for function in torch.overrides.get_overridable_functions()[torch]}
    functions = FACTORIES | {
        name for name in dir(torch) if id(getattr(torch, name)) in overridable or name.endswith("_like")
    }
    methods = {name for name in dir(torch.Tensor) if not name.startswith("_")} | OPERATORS
    for name in sorted((functions | methods) - SKIPPED):
        forms = [getattr(torch, name)] if name in functions else []
        yield name, forms + ([method(name)] if name in methods else [])
    for prefix, module in NAMESPACES.items():
        for name in sorted(vars(module)):
            function = getattr(module, name)
            if callable(function) and not name.startswith("_") and not inspect.isclass(function):
                yield f"{prefix}.{name}", [function]


def method(name: str) -> Op:
    """The method or property `name` as a function of the tensor."""
    if callable(getattr(torch.Tensor, name)):
        return lambda tensor, *args, **kwargs: getattr(tensor, name)(*args, **kwargs)
    return lambda tensor: getattr(tensor, name)


def trials(name: str, forms: list[Op]) -> dict[str, list[Trial]]:
    """Trials of one operation by variant; "" are the plain calls."""
    inplace = name.rpartition(".")[2].endswith("_") and not name.endswith("__")
    calls = EXPLICIT.get(name) or (EXPLICIT.get(name[:-1]) if inplace else None)
    if calls is None:
        return guessed(forms[0], inplace)
    found: dict[str, list[Trial]] = {}
    for variant, text in calls.items():
        op = forms[-1] if variant == "method" else forms[0]
        if done := trial(op, text, inplace):
            found.setdefault("" if variant == "method" else variant, []).append(done)
    return found


def guessed(op: Op, inplace: bool) -> dict[str, list[Trial]]:
    for texts, with_number in GUESSES:
        plain = [done for text in texts if (done := trial(op, text, inplace))]
        if plain:
            numbers = [done for text in with_number if (done := trial(op, text, inplace))]
            return {"": plain, "number": numbers} if numbers else {"": plain}
    return {}


def facts_of(name: str, found: dict[str, list[Trial]]) -> dict[str, OpFacts]:
    """The merged facts, and those of each variant where they say more."""
    numbers = found.get("number", [])
    plain = [trial for variant, group in found.items() if variant != "number" for trial in group]
    if not plain:
        return {}
    merged = merge(plain, numbers)
    own = {variant: merge(group, []) for variant, group in found.items()} if len(found) > 1 else {}
    return ({name: merged} if merged != HARMLESS else {}) | {
        f"{name}.{variant or 'plain'}": facts for variant, facts in own.items() if facts != merged
    }


def accepts_out(op: Op, text: str) -> bool:
    """Does the call take `out=`? Tried without gradients, which `out=` does not support."""
    try:
        with torch.no_grad():
            outputs, _ = run(op, Inputs(text))
            target: Any = outputs[0] if len(outputs) == 1 else tuple(outputs)
            inputs = Inputs(text)
            op(*inputs.args, **inputs.kwargs, out=target)
    except Exception:
        return False
    return True


def observed_sets(name: str, op: Op, found: dict[str, list[Trial]]) -> Iterator[str]:
    """The sets to which the trials of an operation assign it."""
    seen = [trial for group in found.values() for trial in group]
    flowing = [trial for trial in seen if trial.grad == "flows"]
    shares = frozenset[bool]().union(*(trial.shares for trial in flowing))
    if name in BETWEEN_DEVICES or shares == {True, False}:
        yield "maybe_views"
    elif shares == {True}:
        yield "views"
    if any(MANY_VIEWS in trial.written and True in trial.shares for trial in flowing):
        yield "multi_views"
    if any(OVERLAPPING in trial.written and True in trial.shares for trial in flowing):
        yield "expanding"
    integer = bool(seen) and all(trial.grad == "integer" for trial in seen)
    if integer and hasattr(torch.Tensor, name) and not name.startswith("_"):
        yield "integer_methods"
    if any(accepts_out(op, trial.call) for trial in seen):
        yield "accepts_out"


def measure() -> Knowledge:
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    ops: dict[str, OpFacts] = {}
    sets: dict[str, set[str]] = {}
    for name, forms in operations():
        found = trials(name, forms)
        ops |= facts_of(name, found)
        for member_of in observed_sets(name, forms[0], found):
            sets.setdefault(member_of, set()).add(name)
    return Knowledge(version(), ops | namesakes(ops), sets | reflected_sets() | numpy_sets())


def namesakes(ops: dict[str, OpFacts]) -> dict[str, OpFacts]:
    """Harmless functions whose last name another operation with facts bears: said, lest they be mixed up.

    `nn.functional.unfold` copies, `Tensor.unfold` is a view.
    """
    names = (name for name, _ in operations() if "." in name and name not in ops)
    return {name: HARMLESS for name in names if name.rpartition(".")[2] in ops}


def version() -> str:
    return str(torch.__version__).partition("+")[0]
