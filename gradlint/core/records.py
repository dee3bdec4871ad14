"""Dataclasses that cost next to nothing until they are used: a run over a file without findings uses few of them.

`dataclasses` imports the whole of `inspect` and compiles five functions for each class, whether or not there will
ever be an instance; for the classes of gradlint that took longer than linting a file. Here the decorator only notes
what the fields are, and `__init__` is compiled when the first instance is made. To a type checker and to the
functions of `dataclasses` the result is a dataclass like any other. That nobody assigns to a field of a frozen one is
held by the type checker alone: a guard at run time would cost each of the millions of records as much as its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, order=False, eq=True):
        """As in `dataclasses`, of its options those that gradlint uses."""

        def made(cls):
            return _record(cls, frozen, slots, order, eq)

        return made if cls is None else made(cls)

    def field(**options):
        """As in `dataclasses`."""
        return _Field(**options)

    def replace(record, /, **changes):
        """The same record with other values in these fields."""
        kind = type(record)
        places, read = _LAYOUTS.get(kind) or _layout(kind)
        values = [*read(record)]
        for name, value in changes.items():
            if name not in places:
                raise TypeError(f"{kind.__name__} has no field {name}")
            values[places[name]] = value
        return kind(*values)


_LAYOUTS: dict[type, tuple[dict[str, int], Callable[[Any], Any]]] = {}
"""Of each kind of record that has been changed: where its fields stand, and how all are read at once."""


def _layout(kind: Any) -> tuple[dict[str, int], Callable[[Any], Any]]:
    names = kind.__match_args__
    found = _LAYOUTS[kind] = {name: place for place, name in enumerate(names)}, _values(names)
    return found


_NOTHING: Any = object()


class _Field:
    __slots__ = ("compare", "default", "default_factory", "hash", "name", "repr", "type")

    def __init__(
        self,
        default: Any = _NOTHING,
        default_factory: Any = _NOTHING,
        repr: bool = True,
        compare: bool = True,
        hash: bool | None = None,
    ) -> None:
        self.name = self.type = ""
        self.default = default
        self.default_factory = default_factory
        self.repr = repr
        self.compare = compare
        self.hash = compare if hash is None else hash


def _record(cls: type, frozen: bool, slots: bool, order: bool, eq: bool) -> type:
    own = _fields(cls)
    fields = [*_inherited(cls), *own]
    names = tuple(each.name for each in fields)
    body: dict[str, Any] = {"__match_args__": names, "__dataclass_fields__": _Described(fields)}
    given = vars(cls)
    if "__repr__" not in given:
        body["__repr__"] = _representation([each.name for each in fields if each.repr])
    if eq:
        compared = _values([each.name for each in fields if each.compare])
        body["__eq__"] = _equality(compared)
        hashed = _values([each.name for each in fields if each.hash])
        body["__hash__"] = (lambda self: hash(hashed(self))) if frozen else None
        if order:
            body["__lt__"] = _comparison(compared, lambda mine, other: bool(mine < other))
            body["__le__"] = _comparison(compared, lambda mine, other: bool(mine <= other))
            body["__gt__"] = _comparison(compared, lambda mine, other: bool(mine > other))
            body["__ge__"] = _comparison(compared, lambda mine, other: bool(mine >= other))
    body = {**body, **{name: value for name, value in given.items() if name in body and name != "__hash__"}}
    body["_record_fields"] = fields
    made = _with_slots(cls, tuple(each.name for each in own), body) if slots else _extended(cls, body)
    _compiled_when_needed(made, fields)
    return made


def _inherited(cls: type) -> list[_Field]:
    """The fields of the record that this one extends."""
    found: list[_Field] = getattr(cls.__base__, "_record_fields", [])
    return found


def _fields(cls: type) -> list[_Field]:
    """The fields in their order, taken out of the class where they have a default."""
    found = []
    for name, type_ in vars(cls).get("__annotations__", {}).items():
        default = vars(cls).get(name, _NOTHING)
        one = default if isinstance(default, _Field) else _Field(default)
        one.name, one.type = name, type_
        found.append(one)
    return found


def _extended(cls: type, body: dict[str, Any]) -> type:
    for name, value in body.items():
        setattr(cls, name, value)
    for name, value in list(vars(cls).items()):
        if isinstance(value, _Field):
            if value.default is _NOTHING:
                delattr(cls, name)
            else:
                setattr(cls, name, value.default)
    return cls


def _with_slots(cls: type, names: tuple[str, ...], body: dict[str, Any]) -> type:
    """The class once more, with slots: those of a class that exists cannot be changed."""
    left_out = (*names, "__dict__", "__weakref__")
    kept = {name: value for name, value in vars(cls).items() if name not in left_out}
    made = type(cls)(cls.__name__, cls.__bases__, {**kept, **body, "__slots__": names})
    made.__qualname__ = cls.__qualname__
    return made


def _compiled_when_needed(cls: Any, fields: list[_Field]) -> None:
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        cls.__init__ = _initialiser(cls, fields)
        cls.__init__(self, *args, **kwargs)

    if "__init__" not in vars(cls):
        cls.__init__ = __init__


def _initialiser(cls: Any, fields: list[_Field]) -> Callable[..., None]:
    known: dict[str, Any] = {"_nothing": _NOTHING}
    parameters = []
    lines = []
    for number, each in enumerate(fields):
        value = each.name
        if each.default_factory is not _NOTHING:
            known[f"_make{number}"] = each.default_factory
            parameters.append(f"{each.name}=_nothing")
            value = f"_make{number}() if {each.name} is _nothing else {each.name}"
        elif each.default is not _NOTHING:
            known[f"_default{number}"] = each.default
            parameters.append(f"{each.name}=_default{number}")
        else:
            parameters.append(each.name)
        lines.append(f"self.{each.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def __init__({', '.join(('self', *parameters))}):\n " + "\n ".join(lines or ["pass"])
    exec(text, known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _values(names: list[str]) -> Callable[[Any], Any]:
    """The values of these fields as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if names:
        only = attrgetter(*names)
        return lambda record: (only(record),)
    return lambda record: ()


def _equality(values: Callable[[Any], Any]) -> Callable[[Any, object], Any]:
    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    return equal


def _comparison(
    values: Callable[[Any], Any], decide: Callable[[Any, Any], bool]
) -> Callable[[Any, object], Any]:
    def compared(self: Any, other: object) -> Any:
        return decide(values(self), values(other)) if type(other) is type(self) else NotImplemented

    return compared


def _representation(names: list[str]) -> Callable[[Any], str]:
    def __repr__(self: Any) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({shown})"

    return __repr__


class _Described:
    """The fields as `dataclasses` describes them, for whoever asks."""

    def __init__(self, fields: list[_Field]) -> None:
        self._fields = fields
        self._described: dict[str, Any] | None = None

    def __get__(self, record: object, cls: type) -> dict[str, Any]:
        if self._described is None:
            import dataclasses

            twin: Any = dataclasses.make_dataclass(
                cls.__name__, [(each.name, each.type, _as_dataclasses_do(each)) for each in self._fields]
            )
            self._described = twin.__dataclass_fields__
        return self._described


def _as_dataclasses_do(one: _Field) -> Any:
    import dataclasses

    options: dict[str, Any] = {"repr": one.repr, "compare": one.compare, "hash": one.hash}
    if one.default_factory is not _NOTHING:
        options["default_factory"] = one.default_factory
    elif one.default is not _NOTHING:
        options["default"] = one.default
    return dataclasses.field(**options)
