"""Listens to JAX: the gradients that `jax.grad` and `jax.value_and_grad` return, inside of a trace and outside.

Inside of a trace a gradient has no numbers, but one that is cut off is a constant zero there, and shows it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from . import watches
from .describe import concrete
from .library import splice
from .tensorflow_hooks import state
from .training import Model, Parameter, is_sampled
from .watches import MOST_OUTCOMES, Watching

if TYPE_CHECKING:
    from .session import Session

_MOST_NAMED = 24
_MOST_STEPS = 5000


def install(jax: Any, session: Session) -> None:
    hooks = _Hooks(jax, session)
    splice(jax.value_and_grad, leave=hooks.gradient, inner="value_and_grad_f")
    watches.about_operands.append(hooks.operand)
    watches.after_each_hit.append(hooks.ran)


class _Hooks:
    def __init__(self, jax: Any, session: Session) -> None:
        self._jax = jax
        self._session = session
        self._zeros: dict[tuple[str, tuple[int, ...]], Parameter] = {}
        """The records that have seen nothing but zeros, which a later gradient of theirs may correct."""

    def gradient(self, given: dict[str, Any], count: int) -> None:
        training = self._session.training
        training.requests += 1
        pending = self._session.pending("jax")
        leaves = self._jax.tree_util.tree_flatten_with_path(given["return"][1])[0]
        traced = any("Tracer" in type(leaf).__name__ for _, leaf in leaves)
        training.traced += traced
        if self._zeros:
            self._look_again(leaves)
        if not pending and not traced and not is_sampled(training.requests) and training.requests % 16:
            return
        answers = [(self._jax.tree_util.keystr(path), state_of(leaf), leaf) for path, leaf in leaves]
        lines = self._session.frames.lines()
        for one in pending:
            self._judge(one, answers, lines, given)
        self._keep(answers, lines[0] if lines else None, traced)

    def _look_again(self, leaves: list[Any]) -> None:
        for path, leaf in leaves:
            key = self._jax.tree_util.keystr(path), tuple(getattr(leaf, "shape", ()))
            record = self._zeros.get(key)
            if record is not None and (seen := state_of(leaf)) != "zero":
                record.received(seen)
                del self._zeros[key]

    def _judge(self, one: Watching, answers: list[Any], lines: list[Any], given: dict[str, Any]) -> None:
        one.pending = False
        if len(one.outcomes) >= MOST_OUTCOMES:
            return
        answer = given["return"][0]
        loss = concrete(answer[0] if isinstance(answer, tuple) else answer)
        chosen = [each for number, each in enumerate(answers) if number in one.leaves] or answers
        one.outcomes.append(
            {
                "asked": self._session.is_asked(one, lines),
                "lines": lines[:4],
                "seen": dict(one.seen),
                "loss": float(loss) if loss is not None and loss.size == 1 else None,
                "entered": bool(one.leaves),
                "dropped": one.notes.get("_dropped"),
                "sources": [_source_record(*each) for each in chosen[:_MOST_NAMED]],
            }
        )

    def _keep(self, answers: list[Any], line: Any, traced: bool) -> None:
        training = self._session.training
        model = training.models.setdefault(("jax", line), Model("gradients", "jax", line))
        for name, seen, leaf in answers:
            record = model.parameters.get(name)
            if record is None:
                shape = [int(each) for each in getattr(leaf, "shape", ())]
                record = Parameter(name or "the argument", shape, str(getattr(leaf, "dtype", "")), None)
                record.held = None
                model.parameters[name] = record
            record.received(seen)
            key = name, tuple(record.shape)
            if record.gradient == "zero":
                self._zeros[key] = record
            elif self._zeros.get(key) is record:
                del self._zeros[key]
        if not traced:
            self._norm(answers, line)

    def _norm(self, answers: list[Any], line: Any) -> None:
        series = self._session.training.series(("jax", line), f"line {line[1]}" if line else "jax.grad")
        series.count = self._session.training.requests
        arrays = [concrete(leaf) for _, _, leaf in answers]
        total = math.sqrt(
            sum(float((each.astype("float64") ** 2).sum()) for each in arrays if each is not None)
        )
        series.add(total)
        bad = [name for name, seen, _ in answers if seen == "nonfinite"]
        if bad:
            self._session.training.bad("gradient", names=bad[:4], line=line)

    # Flagged lines.

    def operand(self, one: Watching, name: str, value: Any) -> None:
        if one.finding.framework != "jax":
            return
        if not one.notes.get("_open"):
            one.leaves, one.notes["_open"] = set(), True
        leaves = self._jax.tree_util.tree_leaves(value)
        if name.startswith("in ") and not (len(leaves) == 1 and leaves[0] is value):
            # Of `self.encoder(x)` the encoder alone takes part, not all of `self`.
            return
        for leaf in leaves:
            one.leaves |= arguments_behind(leaf)

    def ran(self, one: Watching, value: Any) -> None:
        if one.finding.framework == "jax":
            one.notes["_open"] = False
            leaves = self._jax.tree_util.tree_leaves(value)
            one.notes["_dropped"] = not any(
                getattr(unbatched(leaf), "tangent", None) is not None for leaf in leaves
            )


def state_of(leaf: Any) -> str:
    if "Tracer" not in type(leaf).__name__:
        return state(leaf)
    return "zero" if _is_constant_zero(leaf) else "traced"


def _is_constant_zero(tracer: Any) -> bool:
    """Whether a traced gradient is a zero that the trace itself has written, which is what no gradient becomes."""
    for _ in range(8):
        parent = getattr(tracer, "parent", None)
        if parent is None:
            get = getattr(tracer, "get_const", None)
            constant = get() if get is not None else None
            return constant is not None and not concrete(_array(constant)).any()
        if str(parent.primitive) not in ("broadcast_in_dim", "convert_element_type", "reshape", "copy"):
            return False
        tracer = parent.in_tracers[0]
    return False


def _array(constant: Any) -> Any:
    import numpy

    return numpy.asarray(constant)


def unbatched(value: Any) -> Any:
    """What `vmap` has wrapped."""
    for _ in range(8):
        if type(value).__name__ != "BatchTracer":
            break
        value = value.val
    return value


def arguments_behind(value: Any) -> set[int]:
    """Which of the differentiated arguments a traced value depends on, by their position among all leaves."""
    tangent = getattr(unbatched(value), "tangent", None)
    frame = getattr(getattr(tangent, "_trace", None), "frame", None)
    if frame is None:
        return set()
    places = {id(variable): place for place, variable in enumerate(frame.invars)}
    pending: list[Any] = [tangent]
    seen: set[int] = set()
    found: set[int] = set()
    while pending and len(seen) < _MOST_STEPS:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        parent = getattr(one, "parent", None)
        if parent is not None:
            pending += list(parent.in_tracers)
        elif id(getattr(one, "val", None)) in places:
            found.add(places[id(one.val)])
    return found


def _source_record(name: str, seen: str, leaf: Any) -> dict[str, Any]:
    numbers = concrete(leaf) if seen == "ok" else None
    return {
        "name": name,
        "shape": [int(each) for each in getattr(leaf, "shape", ())],
        "device": "cpu",
        "state": seen,
        "norm": float((numbers.astype("float64") ** 2).sum() ** 0.5) if numbers is not None else None,
    }
