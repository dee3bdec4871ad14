"""What a framework has to say for itself, so that the rest need not know it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from .finite_differences import Array

if TYPE_CHECKING:
    from .recorded_asks import Trace


class Adapter(Protocol):
    """How to seed it, what of its values can be moved, and who asks for gradients."""

    def running(self, several: bool = False) -> AbstractContextManager[Any]:
        """While this is active, what the program makes is made on the device, in a group of several processes."""

    def reset(self, seed: int, double: bool) -> None:
        """Seed everything and undo what an earlier run may have switched."""

    def replaced(self, trace: Trace, name: str, row: int, value: Any) -> Any:
        """What a name is to hold instead; where gradients are functions they are listened to here."""

    def parts(self, name: str, value: Any) -> Iterator[tuple[str, Any]]:
        """The differentiable parts of a value that was bound to a name."""

    def mark(self, part: Any) -> float:
        """A number by which to see whether a part was written to."""

    def holds_more_later(self, value: Any) -> bool:
        """Whether a value can be given further parts after it was bound."""

    def beside_leaves(self, name: str, value: Any) -> Iterator[tuple[str, type, str, Any]]:
        """Arrays in fields of a model that are none of its leaves: label, class, field, array."""

    def memory(self, name: str, value: Any) -> Iterator[tuple[str, Any, int]]:
        """The arrays in a value with their labels, and where they lie; nothing where arrays are never written to."""

    def moved(self, value: Any, label: str, name: str, displacement: Array) -> Any:
        """The value with one part displaced."""

    def reshaped(self, value: Any, shape: list[int]) -> Any:
        """The same numbers in another shape."""

    def unactivated(self, value: Any) -> Any:
        """The logits of probabilities, the logarithm of the probabilities of anything else."""

    def copied(self, value: Any) -> Any:
        """The same numbers without their history; raises TypeError where there are none yet."""

    def described(self, value: Any) -> dict[str, Any]:
        """Shape, type and range of an operand, as far as it is a tensor."""

    def listening(self, trace: Trace) -> AbstractContextManager[None]:
        """While this is active, each call that asks for gradients is added to the trace."""

    def left(self, trace: Trace) -> dict[str, Array]:
        """What can be trained, as the program leaves it."""

    def unregistered(self, trace: Trace) -> list[str] | None:
        """Parameters that the module which owns them does not know, or that no optimizer steps.

        None where neither modules nor optimizers keep lists of them: `measure/untrained.py` looks at it there.
        """

    def kept(self, trace: Trace) -> int:
        """How many steps of a graph the program keeps alive beyond its losses."""

    def stored(self, trace: Trace) -> int:
        """How many tensors there are in what the flagged line stores to."""
