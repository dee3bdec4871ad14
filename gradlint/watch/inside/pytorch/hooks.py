"""Listens to torch: requests for gradients, steps of optimizers, modules and parameters as they are made."""

from __future__ import annotations

import math
import threading
import weakref
from typing import TYPE_CHECKING, Any

from .. import watches
from ..library import Spliced, splice
from ..probe import quietly
from ..resting import Rest
from ..training import Doubling
from ..watches import MOST_OUTCOMES, Watching
from .graph import Graph, first_operation, is_saved, mark_of, tensors_in
from .parameters import Parameters, gradient_state, norm
from .steps import Steps

if TYPE_CHECKING:
    from ..session import Session

_MOST_NAMED = 24
_ALWAYS_LOOKED_AT = 200
"""So many requests are looked at one by one, in a program that has no optimizer."""


def install(torch: Any, session: Session) -> None:
    hooks = _Hooks(torch, session)
    module = torch.nn.modules.module
    module.register_module_parameter_registration_hook(
        lambda *given: quietly(hooks.parameters.parameter_registered, *given)
    )
    module.register_module_module_registration_hook(
        lambda *given: quietly(hooks.parameters.module_registered, *given)
    )
    backward, grad = torch.autograd.backward, torch.autograd.grad
    hooks.spliced += [
        splice(backward, hooks.backward_begins, hooks.backward_ends, names=("tensors",)),
        splice(grad, hooks.grad_begins, hooks.grad_ends, names=("outputs", "inputs")),
    ]
    scaler = getattr(getattr(torch, "amp", None), "GradScaler", None)
    if scaler is not None:
        splice(scaler.scale, leave=hooks.scaled)
    watches.when_due.append(hooks.rest.interrupt)
    watches.after_each_hit.append(hooks.ran)
    watches.about_operands.append(hooks.operand)
    watches.about_targets.append(hooks.target)
    session.at_last.append(hooks.finish)


class _Request(threading.local):
    """The request for gradients that is being answered in this thread."""

    graph: Graph | None = None
    judged: tuple[tuple[Watching, dict[str, Any], list[Any]], ...] = ()
    leaves: tuple[Any, ...] = ()
    inputs: tuple[int, ...] = ()


class _Hooks:
    def __init__(self, torch: Any, session: Session) -> None:
        self._torch = torch
        self._session = session
        self._training = session.training
        self.parameters = Parameters(session.training, session.frames)
        self.rest = Rest(self._listen)
        self.spliced: list[Spliced | None] = []
        self.steps = Steps(session, self.parameters, self.rest)
        self._request = _Request()
        self._samples = Doubling()
        self._is_sample = True
        """Whether the present request is among the first, or as late again as the last one that was."""
        self._scaled: Any = None
        """Weak references to a loss that was scaled up for half precision, and to the loss before that."""

    def _listen(self, on: bool) -> None:
        self._training.rested = True
        for function in self.spliced:
            if function is not None:
                function.put(on)
        self.steps.listen(on)

    # Requests.

    def backward_begins(self, given: tuple[Any], count: int) -> None:
        self._begin(tensors_in(given[0]), count)

    def backward_ends(self, result: None, count: int) -> None:
        self._end({}, count)

    def grad_begins(self, given: tuple[Any, Any], count: int) -> None:
        self._begin(tensors_in(given[0]), count)
        self._request.inputs = tuple(map(id, tensors_in(given[1])))

    def grad_ends(self, result: Any, count: int) -> None:
        keys = self._request.inputs
        values = list(result.values()) if isinstance(result, dict) else list(result)
        if len(keys) == len(values):
            self._end(dict(zip(keys, values)), count)

    def _begin(self, roots: list[Any], count: int) -> None:
        session = self._session
        session.training.requests = requests = session.training.requests + 1
        self.steps.last = "backward"
        self._request.judged = ()
        self._request.leaves = ()
        self._is_sample = self._samples.takes(requests)
        self._check_loss(roots)
        self._look_closer(session, roots)

    def _look_closer(self, session: Session, roots: list[Any]) -> None:
        pending = session.pending("torch")
        if not pending and not self.steps.watched:
            return
        lines = session.frames.lines()
        graph = Graph(roots)
        for one in self.steps.watched:
            self.steps.old_gradients(one, graph, lines)
        for one in pending:
            self._judge(one, graph, lines, roots)
        self._request.leaves = tuple(graph.leaves.values()) if self.steps.watched else ()

    def _check_loss(self, roots: list[Any]) -> None:
        if self._session.training.first_bad is not None or len(roots) != 1:
            return
        root = self._unscaled(roots[0])
        if root.numel() != 1 or (root.device.type != "cpu" and not (self._is_sample or self.rest.ever)):
            return
        value = root.detach().item()
        if isinstance(value, float) and not math.isfinite(value):
            operation = first_operation(Graph(roots))
            self._session.training.bad(
                "loss", value=repr(value), operation=operation, line=self._session.frames.line()
            )

    def scaled(self, given: dict[str, Any], count: int) -> None:
        """A loss that is scaled up may overflow: its scaler then leaves out the step, as it should."""
        before, after = given["outputs"], given["return"]
        if isinstance(before, self._torch.Tensor) and isinstance(after, self._torch.Tensor):
            self._scaled = weakref.ref(after), weakref.ref(before)

    def _unscaled(self, root: Any) -> Any:
        if self._scaled is None or self._scaled[0]() is not root:
            return root
        before = self._scaled[1]()
        return root if before is None else before

    def _judge(self, one: Watching, graph: Graph, lines: list[Any], roots: list[Any]) -> None:
        """What will become of the sources of a finding, before the graph is gone."""
        one.pending = False
        if len(one.outcomes) >= MOST_OUTCOMES:
            return
        sources = self._sources(one)
        whole = one.whole() if one.whole is not None else None
        used = any(graph.holds(each) for each in tensors_in(whole)) if whole is not None else False
        # The tensor itself may be gone, and what it was computed by still lead to the loss.
        used = used or bool(graph.marks() & set(one.notes.get("_whole", ())))
        result = one.operands["result"]() if "result" in one.operands else None
        used = used or any(is_saved(graph, each) for each in tensors_in(result))
        is_root = result is not None and any(each is result for each in roots) and bool(result.is_leaf)
        outcome = {
            "asked": self._session.is_asked(one, lines),
            "lines": lines[:4],
            "seen": dict(one.seen),
            "used": used,
            "loss": float(roots[0].detach()) if len(roots) == 1 and roots[0].numel() == 1 else None,
            "entered": bool(one.leaves),
            "behind": is_root or any(id(each) in one.leaves for each in sources),
            "complete": graph.complete,
        }
        entry = (one, outcome, [(each, graph.holds(each)) for each in sources])
        self._request.judged = (*self._request.judged, entry)

    def _sources(self, one: Watching) -> list[Any]:
        """The tensors that the finding speaks of: where the gradient enters, as far as the flagged line knows them."""
        entered = [
            tensor
            for reference in one.sources
            if (value := reference()) is not None
            for tensor in tensors_in(value)
        ]
        behind = [each for each in entered if id(each) in one.leaves]
        if entered:
            return behind or entered
        references = one.notes.get("_leaves", ())
        found = [leaf for reference in references if (leaf := reference()) is not None]
        return found or self._without_flag(one)

    def _without_flag(self, one: Watching) -> list[Any]:
        """A tensor that the flagged line speaks of, and that should have required a gradient."""
        for name in ("self", "0"):
            value = one.operands[name]() if name in one.operands else None
            tensors = [each for each in tensors_in(value) if isinstance(each, self._torch.Tensor)]
            if tensors and not isinstance(value, self._torch.nn.Module):
                return [each for each in tensors if not one.seen.get(name, {}).get("grad")]
        return []

    def _end(self, results: dict[int, Any], count: int) -> None:
        request = self._request
        for one, outcome, sources in request.judged:
            outcome["sources"] = [
                self._source_record(each, reached, results) for each, reached in sources[:_MOST_NAMED]
            ]
            one.outcomes.append(outcome)
            self.steps.passes.consider(one)
        for leaf in request.leaves:
            self.steps.gave(leaf)
        request.judged = ()
        request.leaves = ()
        if not self.parameters.has_optimizer:
            self._without_optimizer()

    def _without_optimizer(self) -> None:
        if self._is_sample:
            self.parameters.look_for_gradients()
        if self._training.requests > _ALWAYS_LOOKED_AT and not watches.due:
            self.rest.begin()

    def _source_record(self, tensor: Any, reached: bool, results: dict[int, Any]) -> dict[str, Any]:
        gradient = results.get(id(tensor)) if results else tensor.grad if tensor.is_leaf else None
        state = gradient_state(gradient)
        return {
            "name": self.parameters.name(tensor),
            "shape": list(tensor.shape),
            "device": str(tensor.device),
            "flag": bool(tensor.requires_grad),
            "leaf": bool(tensor.is_leaf),
            "reached": reached,
            "known": bool(tensor.is_leaf) if not results else id(tensor) in results,
            "finite": bool(self._torch.isfinite(tensor.detach()).all()),
            "state": state,
            "norm": norm([gradient]) if state == "ok" else None,
            "made": self.parameters.made(tensor),
        }

    # Flagged lines.

    def operand(self, one: Watching, name: str, value: Any) -> None:
        if one.finding.framework != "torch" or len(one.outcomes) >= MOST_OUTCOMES:
            return
        nn = self._torch.nn
        if isinstance(getattr(value, "__self__", None), nn.Module):
            value = None
        if not one.notes.get("_open"):
            # In a loop the line runs several times before the gradient is requested.
            kept = (
                (one.leaves, one.notes["_leaves"]) if one.pending and "_leaves" in one.notes else (set(), [])
            )
            one.notes["_before"], one.notes["_open"] = kept, True
            one.leaves, one.notes["_leaves"] = set(kept[0]), list(kept[1])
        elif name == "func" and isinstance(value, nn.Module):
            # Of `self.encoder(x)` the encoder alone takes part, not all of `self`.
            one.leaves, one.notes["_leaves"] = set(one.notes["_before"][0]), list(one.notes["_before"][1])
        tensors = [each for each in tensors_in(value) if each.requires_grad]
        leaves = Graph(tensors).leaves if tensors else {}
        one.leaves |= set(leaves)
        one.notes["_leaves"] += [weakref.ref(leaf) for leaf in list(leaves.values())[:_MOST_NAMED]]

    def ran(self, one: Watching, value: Any) -> None:
        one.notes["_open"] = False
        if one.finding.framework != "torch":
            return
        one.notes["grad_enabled"] = bool(self._torch.is_grad_enabled())
        one.notes["last"] = self.steps.last
        if one.finding.shows == "kept-graph" and not one.has("whole", "target"):
            self._kept(one, value)
        if one.finding.shows in ("made-anew", "not-stepped") and isinstance(value, self._torch.nn.Module):
            self._remember(one, value)

    def target(self, one: Watching, name: str, value: Any) -> None:
        """What the statement has bound, or whose attribute it has set."""
        if one.finding.framework != "torch":
            return
        shows = one.finding.shows
        if name == "value" and shows == "gradient":
            one.notes["_whole"] = [mark for each in tensors_in(value)[:8] if (mark := mark_of(each))]
        if shows == "kept-graph" and name == "target":
            self._kept(one, value)
        if shows == "ignored-flag" and name == "owner" and isinstance(value, self._torch.Tensor):
            one.notes["flag"] = bool(value.requires_grad)
        if shows == "unregistered" and name == "owner" and isinstance(value, self._torch.nn.Module):
            one.notes["_owner"] = weakref.ref(value)
        if shows in ("unregistered", "not-stepped", "made-anew") and name == "value":
            self._remember(one, value)

    def _kept(self, one: Watching, value: Any) -> None:
        """How many steps of computation hang on what is kept."""
        receiver = one.operands.get("self")
        kept = receiver() if receiver is not None else None
        tensors = tensors_in(kept if kept is not None else value)
        sizes: list[int] = one.notes.setdefault("kept", [])
        if len(sizes) < 8:
            sizes.append(len(Graph([each for each in tensors if each.requires_grad]).nodes))

    def _remember(self, one: Watching, value: Any) -> None:
        held: list[Any] = one.notes.setdefault("_made", [])
        for tensor in tensors_in(value):
            if len(held) < _MOST_NAMED and tensor.requires_grad:
                held.append(weakref.ref(tensor))

    def finish(self) -> None:
        self.rest.stop()
        self.steps.finish()
        self.parameters.finish()
