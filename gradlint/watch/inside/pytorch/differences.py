"""A gradient that lacks a part, shown by differences: the flagged function once more, on copies of the program.

Where a value is cut off and the parameters receive a gradient by another path, one run cannot tell whether the loss
uses the value. So the next call of the function that holds the line runs in forks as well: as it is, with the
parameters moved a little to both sides, and moved while the flagged value is held as it was. Only if the differences
contradict the gradient, and agree with it as soon as the flagged value is held, is it wrong because of this line.
"""

from __future__ import annotations

import ast
import mmap
import pickle
import threading
from functools import cache
from typing import TYPE_CHECKING, Any

from ..forked import Copy, Entered, can_copy, copy
from ..probe import Probe, Switch, quietly
from .graph import tensors_in

if TYPE_CHECKING:
    from ..plan import FilePlan
    from ..rewrite import Probes, Take
    from ..watches import Watching

STEP = 1e-2
"""Relative to the size of a parameter: single precision leaves five digits of the difference."""
_NOISE = 2e-6
_MOST_ASKED = 4
_MOST_HELD = 1 << 26
"""Bytes of what the flagged expression gave."""
_MOST_CALLS = 24
"""Whoever has not been asked by then never is."""
_REQUESTS = frozenset("backward step minimize fit gradient apply_gradients".split())
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


# The code of the function.


def put(tree: ast.Module, file: FilePlan, take: Take, probes: Probes) -> None:
    """Listen where the function of a finding is entered, and to what it returns."""
    for finding in file.findings:
        function = _innermost(tree, finding.cut[0])
        if finding.framework == "torch" and finding.shows == "gradient" and _can_repeat(function):
            _Leaving(function, take(finding, "leaves", "", None), probes).visit_body()
            first = function.body[1 if ast.get_docstring(function, clean=False) is not None else 0]
            entered = ast.copy_location(
                ast.Expr(probes.call(take(finding, "entered", "", None), first)), first
            )
            function.body.insert(function.body.index(first), ast.fix_missing_locations(entered))


def _innermost(tree: ast.Module, row: int) -> Any:
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, _FUNCTIONS) and node.body[0].lineno <= row <= (node.end_lineno or 0)
    ]
    return max(found, key=lambda node: node.lineno, default=None)


def _can_repeat(function: Any) -> bool:
    """Whether it computes something and returns it, and trains nothing by itself."""
    if not isinstance(function, ast.FunctionDef):
        return False
    inside = list(ast.walk(function))
    asks = any(isinstance(node, ast.Attribute) and node.attr in _REQUESTS for node in inside)
    steps = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in inside)
    returns = any(isinstance(node, ast.Return) and node.value is not None for node in inside)
    return returns and not asks and not steps


class _Leaving(ast.NodeTransformer):
    def __init__(self, function: ast.FunctionDef, probe: Probe, probes: Probes) -> None:
        self._function = function
        self._probe = probe
        self._probes = probes

    def visit_body(self) -> None:
        self._function.body = [self.visit(each) for each in self._function.body]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is not None:
            node.value = self._probes.call(self._probe, node.value, node.value)
        return node


# The program.


class Entering(Probe):
    """Stands at the beginning of the function."""

    __slots__ = ("asking",)

    def __init__(self, asking: Asking) -> None:
        super().__init__(lambda value, count: None)
        self.asking = asking

    def __call__(self, value: Any = None) -> Any:
        asking = self.asking
        if asking.is_open and Switch.on and not asking.is_answered and asking.is_due():
            quietly(asking.ask)
            if asking.enter is not None:
                # This is a copy, which goes on from here.
                asking.enter()
        return value


class Leaving(Probe):
    """Stands around what the function returns."""

    __slots__ = ("asking",)

    def __init__(self, asking: Asking) -> None:
        super().__init__(lambda value, count: None)
        self.asking = asking

    def __call__(self, value: Any = None) -> Any:
        if self.asking.leave is not None:
            self.asking.leave(value)
        return value


class _Noting(Probe):
    """In a copy: what the flagged expression gives is kept."""

    __slots__ = ()

    def __call__(self, value: Any = None) -> Any:
        _noted.append(value)
        return value


class _Holding(Probe):
    """In a copy: the flagged expression gives what it gave before the parameters were moved."""

    __slots__ = ()

    def __call__(self, value: Any = None) -> Any:
        return _noted.pop(0) if _noted else value


_noted: list[Any] = []


class Asking:
    """The question about one finding."""

    asked = 0

    def __init__(self, watching: Watching) -> None:
        self._watching = watching
        self.is_open = True
        self._calls = 0
        self.enter: Any = None
        self.leave: Any = None
        """Set in a copy: what it does when the function begins, and when it returns."""

    @property
    def is_answered(self) -> bool:
        return "differences" in self._watching.notes

    def is_due(self) -> bool:
        """Whether the line was seen to cut something, and not whether that is missing."""
        self._calls += 1
        self.is_open = self._calls < _MOST_CALLS
        answered = [one for one in self._watching.outcomes if one.get("sources")]
        return (
            bool(answered)
            and not any(one.get("used") for one in answered)
            and all(_may_lack(one) for one in answered)
        )

    def ask(self) -> None:
        self.is_open = False
        sources = self._sources()
        if not sources or Asking.asked >= _MOST_ASKED or not _is_safe(sources):
            return
        Asking.asked += 1
        _memory()
        first = self._copied(sources, 0.0)
        if first is None or first != self._copied(sources, 0.0) or not first.get("held"):
            return
        slopes = [self._slope(sources, step, None) for step in (STEP, STEP / 2)]
        held = self._slope(sources, STEP, first["held"])
        if None in slopes or held is None:
            return
        self._watching.notes["differences"] = {
            "gradient": first["slope"],
            "moved": slopes,
            "held": held,
            "noise": _NOISE * max(1e-3, abs(first["value"])) / STEP,
            "value": first["value"],
            "scalar": first["scalar"],
        }

    def _slope(self, sources: list[Any], step: float, held: Any) -> float | None:
        ends = [self._copied(sources, sign * step, held) for sign in (1.0, -1.0)]
        if any(end is None for end in ends):
            return None
        return float((ends[0]["value"] - ends[1]["value"]) / (2 * step))

    def _copied(self, sources: list[Any], step: float, held: Any = None) -> Any:
        if self.enter is not None:
            return None
        try:
            one: Copy = copy(lambda tell: self._begin(tell, sources, step, held))
        except Entered:
            return None
        return one.answer()

    def _begin(self, tell: Any, sources: list[Any], step: float, held: Any) -> None:
        def enter() -> None:
            self.enter = None
            move(sources, step, held, self._watching)

        def leave(value: Any) -> None:
            tell(source_record(value, sources if not step else None))

        self.enter, self.leave = enter, leave

    def _sources(self) -> list[Any]:
        entered = [value for reference in self._watching.sources if (value := reference()) is not None]
        tensors = [each for value in entered for each in tensors_in(value)]
        known = self._watching.leaves
        behind = [each for each in tensors if id(each) in known] or tensors
        return [each for each in behind if each.requires_grad and each.is_leaf and each.is_floating_point()]


def _may_lack(outcome: dict[str, Any]) -> bool:
    seen = outcome.get("seen") or {}
    result = seen.get("result") or seen.get("value") or {}
    arrived = any(one.get("state") == "ok" for one in outcome["sources"])
    return bool(arrived and outcome.get("entered") and not result.get("grad"))


def _is_safe(sources: list[Any]) -> bool:
    """Whether a copy can be made that shares nothing with the program."""
    import torch

    if not can_copy() or threading.current_thread() is not threading.main_thread():
        return False
    if torch.cuda.is_initialized() or not torch.is_grad_enabled():
        return False
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        return False
    return all(each.device.type == "cpu" and not each.is_shared() for each in sources)


# Inside of a copy.


def move(sources: list[Any], step: float, held: Any, watching: Watching) -> None:
    import torch

    torch.set_num_threads(1)
    probe = watching.cut_probe()
    if probe is not None and probe.gate is not None:
        probe.gate.look_at_all()
    if probe is not None and not step:
        probe.__class__ = _Noting
    if probe is not None and held is not None:
        _noted[:] = pickle.loads(_memory()[:held])
        probe.__class__ = _Holding
    if step:
        with torch.no_grad():
            for each in sources:
                each.add_(_direction(each), alpha=step)


def _direction(tensor: Any) -> Any:
    """As large as the tensor itself, and the same each time."""
    import torch

    size = float(tensor.detach().double().pow(2).mean().sqrt()) or 0.1
    wave = torch.cos(torch.arange(tensor.numel(), dtype=torch.float64) * 1.7 + 0.3)
    return (wave * size).reshape(tensor.shape).to(tensor.dtype)


def source_record(value: Any, sources: list[Any] | None) -> dict[str, Any]:
    import torch

    tensors = [each for each in tensors_in(value) if each.is_floating_point()]
    total = sum((_weighed(each) for each in tensors), torch.zeros((), dtype=torch.float64))
    found: dict[str, Any] = {"value": float(total.detach())}
    if sources is None:
        return found
    found["scalar"] = len(tensors) == 1 and tensors[0].numel() == 1
    gradients = (
        torch.autograd.grad(total, sources, allow_unused=True)
        if total.requires_grad
        else [None] * len(sources)
    )
    found["slope"] = sum(
        float((gradient.double() * _direction(source).double()).sum())
        for source, gradient in zip(sources, gradients)
        if gradient is not None
    )
    if _noted:
        found["held"] = _keep(_noted)
    return found


def _weighed(tensor: Any) -> Any:
    import torch

    flat = tensor.reshape(-1).double()
    return (
        (flat * torch.linspace(0.7, 1.3, flat.numel(), dtype=torch.float64)).sum()
        if flat.numel() > 1
        else flat.sum()
    )


def _keep(values: list[Any]) -> int | None:
    """Leave to other copies what the flagged expression gave: how many bytes that is."""
    data = pickle.dumps([each.detach() if hasattr(each, "detach") else each for each in values])
    if len(data) > _MOST_HELD:
        return None
    _memory()[: len(data)] = data
    return len(data)


@cache
def _memory() -> mmap.mmap:
    """Shared by the program and its copies; only what is written to takes up room."""
    return mmap.mmap(-1, _MOST_HELD)
