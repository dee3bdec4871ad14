"""Listens to Keras: the variables that an optimizer is given, and whether `fit` has moved them."""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any

from .describe import concrete
from .library import splice
from .tensorflow_hooks import name_of
from .training import Model, Parameter, is_sampled

if TYPE_CHECKING:
    from .session import Session

_LARGEST = 1 << 16


def install(keras: Any, session: Session) -> None:
    hooks = _Hooks(session)
    splice(keras.optimizers.Optimizer.apply, enter=hooks.apply)
    splice(keras.Model.fit, leave=lambda given, count: hooks.look())
    session.at_last.append(hooks.look)


class _Hooks:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._still: dict[int, tuple[Any, Parameter, Any]] = {}
        self._known: dict[int, Parameter] = {}

    def apply(self, given: dict[str, Any], count: int) -> None:
        optimizer = given["self"]
        training = self._session.training
        training.steps += 1
        variables = given.get("trainable_variables") or getattr(optimizer, "_trainable_variables", None) or []
        if not is_sampled(training.steps):
            return
        self.look()
        line = self._session.frames.line()
        model = training.models.setdefault(
            ("keras", id(optimizer)), Model(type(optimizer).__name__, "tensorflow", line)
        )
        for variable, gradient in zip(variables, given["grads"]):
            if id(variable) not in self._known:
                self._take_in(model, variable)
            self._known[id(variable)].received("none" if gradient is None else "traced")

    def _take_in(self, model: Model, variable: Any) -> None:
        record = Parameter(
            name_of(variable), [int(each) for each in variable.shape], str(variable.dtype), None
        )
        record.held = True
        self._known[id(variable)] = model.parameters[id(variable)] = record
        before = _values(variable)
        if before is not None:
            self._still[id(variable)] = (weakref.ref(variable), record, before)

    def look(self) -> None:
        """Compare with what the variables were."""
        for key, (reference, record, before) in list(self._still.items()):
            variable = reference()
            now = None if variable is None else _values(variable)
            if now is None:
                continue
            record.moved = bool((now != before).any())
            record.steps = self._session.training.steps
            if record.moved:
                del self._still[key]


def _values(variable: Any) -> Any:
    """The numbers, outside of whatever graph is being built."""
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is None:
        found = concrete(variable)
    else:
        with tensorflow.init_scope():
            found = concrete(variable)
    return found.copy() if found is not None and found.size <= _LARGEST else None
