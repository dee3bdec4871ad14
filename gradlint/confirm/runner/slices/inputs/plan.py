"""All decisions behind one reproduction; a repair makes a new plan of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .spec import Spec

Slot = tuple[str, ...]
"""Where an input goes: ("call", "x"), ("init", "dim"), ("self", "encoder"), ("name", "DATA"), and deeper into
records, lists and dicts: ("call", "cfg", "dim")."""


@dataclass(frozen=True)
class Plan:
    """What is passed, what stands in for what is missing, and how the code is bent to run alone."""

    slots: dict[Slot, Spec] = field(default_factory=dict)
    bare: bool = False
    """The object is made without its constructor; its attributes are slots."""
    absent: frozenset[str] = frozenset()
    """Modules that are not installed and are stood in for."""
    stubbed: frozenset[str] = frozenset()
    """Imported names that are stood in for."""
    double: bool = True
    short: int | None = None
    """Loops end after so many rounds."""
    undecorated: bool = False
    concrete: bool = False
    """The class is abstract and is built all the same."""
    evaluating: bool = False
    """The module is in evaluation mode."""
    copied: bool = True
    """Arguments are results of an operation, as they are in a real program, and no leaves."""
    asking: bool = True
    """The script asks for the gradient of what it computes."""
    repairs: tuple[str, ...] = ()

    def get(self, slot: Slot) -> Spec | None:
        spec = self.slots.get(slot[:2])
        for name in slot[2:]:
            spec = spec.part(name) if spec is not None else None
        return spec

    def put(self, slot: Slot, spec: Spec | None, why: str) -> Plan:
        """The plan with another value in a slot; without one the slot is left to its default."""
        slots = dict(self.slots)
        if spec is None:
            slots.pop(slot[:2], None)
        else:
            slots[slot[:2]] = _nested(slots.get(slot[:2]), slot[2:], spec)
        return replace(self, slots=slots, repairs=(*self.repairs, why))

    def but(self, why: str, **changes: object) -> Plan:
        return replace(self, repairs=(*self.repairs, why), **changes)  # type: ignore[arg-type]

    @property
    def key(self) -> object:
        """Equal for plans that lead to the same script."""
        return (
            tuple(sorted(self.slots.items(), key=lambda item: item[0])),
            (self.bare, self.absent, self.stubbed, self.double, self.short),
            (self.undecorated, self.concrete, self.evaluating, self.copied, self.asking),
        )

    def of(self, where: str) -> dict[str, Spec]:
        """The values of one place: of the call, the constructor, the object or the module."""
        return {slot[1]: spec for slot, spec in self.slots.items() if slot[0] == where}


def _nested(spec: Spec | None, path: Slot, value: Spec) -> Spec:
    if not path:
        return value
    outer = spec or Spec("record")
    return outer.with_part(path[0], _nested(outer.part(path[0]), path[1:], value))


def all_slots(plan: Plan) -> list[tuple[Slot, Spec]]:
    """Every value of a plan with its slot, those inside others too."""
    found: list[tuple[Slot, Spec]] = []

    def visit(slot: Slot, spec: Spec) -> None:
        found.append((slot, spec))
        for name, part in spec.parts:
            visit((*slot, name), part)

    for slot, spec in plan.slots.items():
        visit(slot, spec)
    return found


def describe(slot: Slot) -> str:
    """A slot in the words of the user's code."""
    place, *path = slot
    text = ".".join(path)
    return {"call": text, "init": f"{text} of the constructor", "self": f"self.{text}", "name": text}[place]
