"""What containers hold: never themselves, so that whoever looks into one comes to an end.

Instances of the program's own classes may: a child that knows its parent is no rare thing. Whoever looks into those
has to remember where it has been.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Seq

from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    HeapObject,
    Instance,
    Layer,
    Object,
    Partial,
    Ref,
    Sequence,
    Value,
)
from gradlint.core.records import replace

ITSELF = Const(...)
"""Stands where a container would hold itself, as it does where Python prints one."""


def held(thing: HeapObject | Value | None) -> Iterable[Value]:
    """What lies in a container, a layer or a call that waits for the rest of its arguments."""
    if isinstance(thing, (Array, Instance)):
        return ()  # what most things are
    if isinstance(thing, Sequence):
        return (*(thing.items or ()), *((thing.rest,) if thing.rest is not None else ()))
    if isinstance(thing, Dictionary):
        return (*thing.items.values(), *((thing.rest,) if thing.rest is not None else ()))
    if isinstance(thing, Layer):
        return thing.children
    if isinstance(thing, Object):
        return thing.args
    if isinstance(thing, Partial):
        return (*thing.args, *(value for _, value in thing.kwargs))
    return ()


def without_itself(heap: Mapping[int, HeapObject], ref: Ref, thing: HeapObject) -> HeapObject:
    """What may lie behind this reference: the thing, with `...` wherever it would hold itself."""
    # Nothing else leads anywhere.
    leading = [each for each in held(thing) if isinstance(each, (Ref, Partial))]
    if not leading:
        return thing
    known = {each.id for each in held(heap.get(ref.id)) if isinstance(each, Ref)}
    new = [each for each in leading if not isinstance(each, Ref) or each.id not in known]
    circular = [each for each in new if _leads_to(heap, each, ref)]
    return _without(thing, circular) if circular else thing


def _leads_to(heap: Mapping[int, HeapObject], value: Value, ref: Ref) -> bool:
    stack, seen = [value], set[int]()
    while stack:
        here = stack.pop()
        if here == ref:
            return True
        if isinstance(here, Ref):
            if here.id not in seen:
                seen.add(here.id)
                stack.extend(held(heap.get(here.id)))
        elif isinstance(here, Partial):
            stack.extend(held(here))
    return False


def _without(thing: HeapObject, circular: Seq[Value]) -> HeapObject:
    def kept(value: Value) -> Value:
        return ITSELF if value in circular else value

    if isinstance(thing, Sequence):
        items = None if thing.items is None else tuple(map(kept, thing.items))
        return replace(thing, items=items, rest=kept(thing.rest) if thing.rest is not None else None)
    if isinstance(thing, Dictionary):
        pairs = {key: kept(each) for key, each in thing.items.items()}
        return Dictionary(pairs, kept(thing.rest) if thing.rest is not None else None)
    if isinstance(thing, Layer):
        return replace(thing, children=tuple(map(kept, thing.children)))
    if isinstance(thing, Object):
        return replace(thing, args=tuple(map(kept, thing.args)))
    return thing
