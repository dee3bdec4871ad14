"""Python's containers and iterators: made, paired, mapped, and their methods."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Seq
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.misuses import DynamicShape
from gradlint.analysis.domain.values import Const, Dictionary, Params, Ref, Sequence, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.assignment import put_item
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Collected, Drained, Generated, LetGo, Listed, Owned, Stored
from gradlint.analysis.interpreter.expressions import PARAMETERS_LIMIT
from gradlint.analysis.interpreter.items import item, plain_key
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.overloaded_operators import merged
from gradlint.core.records import replace

LIST_LIMIT = 40


class Growing:
    """Lists that a loop goes on filling: how long they are says as little as a number that it counts up."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.lists: Journal[int, bool] = Journal(branches)


def is_growing(machine: Machine, value: Value | None) -> bool:
    return isinstance(value, Ref) and value.id in machine.own(Growing).lists


@registry.function("builtins.range")
def range_(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if any(map(machine.is_abstract, args.pos)):
        machine.misuse(node, DynamicShape, "jax", "range() of a traced value")
    bounds = [value.value for value in args.pos if isinstance(value, Const) and isinstance(value.value, int)]
    if bounds and len(bounds) == len(args.pos) and not (len(bounds) > 2 and bounds[2] == 0):
        return Const(range(*bounds))
    return machine.alloc(Sequence("list", None, machine.number(node)))


COPYING = ("list", "tuple", "set", "sorted")
"""What reads all of it at once, and gives a container of its own."""


@registry.function(
    "builtins.list", "builtins.tuple", "builtins.set", "builtins.frozenset", "builtins.sorted", "builtins.iter",
    "builtins.reversed", "collections.deque", "tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.trange", "itertools.chain",
    "itertools.islice", "itertools.cycle", "tqdm.notebook.tqdm",
)  # fmt: skip
def collect(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    value = args.get(0)
    if short == "deque" and args.get(1, "maxlen") not in (None, Const(None)):
        filled = collect(machine, "collections.deque", Arguments(args.pos[:1]), node)
        if isinstance(filled, Ref):
            machine.announce(LetGo(filled, by_itself=True))
        return filled
    if value is None:
        return machine.alloc(Sequence("tuple" if short == "tuple" else "list", ()))
    if short != "iter":
        for each in args.pos if short == "chain" else args.pos[:1]:
            machine.announce(Drained(each, node))
    held = machine.load(value)
    if isinstance(held, Params) and short != "chain":
        return _listed(machine, held, value, node) if short in COPYING else value
    if short in ("tqdm", "cycle") and not isinstance(machine.load(value), Sequence):
        return value
    parts = args.pos if short == "chain" else args.pos[:1]
    found: list[Value] = []
    whole = short in ("list", "tuple", "iter", "chain", "tqdm", "reversed")
    for part in parts:
        more, complete = elements_of(machine, part, node)
        found.extend(more)
        whole = whole and complete
    kind = "tuple" if short == "tuple" else "list"
    if short == "reversed":
        found.reverse()
    items = tuple(found) if whole else None
    made = machine.alloc(Sequence(kind, items, None if whole else machine.any_of(found, node)))  # type: ignore[arg-type]
    if short in ("chain", "islice"):
        machine.announce(Generated(made))
    elif short in COPYING:
        machine.announce(Listed(made, value, node))
    return made


def _listed(machine: Machine, held: Params, value: Value, node: cst.CSTNode) -> Ref:
    made = machine.alloc(held)
    machine.announce(Listed(made, value, node))
    return made


@registry.function("builtins.enumerate", "builtins.zip")
def paired(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    given = args.pos[:1] if name == "builtins.enumerate" else args.pos
    columns: list[tuple[list[Value], bool]] = [elements_of(machine, each, node) for each in given]
    if args.open and (turned := _transposed(machine, given, node)) is not None:
        return turned
    if name == "builtins.enumerate":
        rows, whole = columns[0] if columns else ([], True)
        start = args.get(1, "start") or Const(0)
        first = start.value if isinstance(start, Const) and isinstance(start.value, int) else None
        known = whole and first is not None
        numbers: list[Value] = [
            Const((first or 0) + i) if known else machine.number(node) for i in range(len(rows))
        ]
        columns = [(numbers, whole), (rows, whole)]
    if not columns or not all(column for column, _ in columns):
        return machine.alloc(Sequence("list", None, None))
    if all(complete for _, complete in columns) and not args.open:
        made = [machine.alloc(Sequence("tuple", row)) for row in zip(*(column for column, _ in columns))]
        return machine.alloc(Sequence("list", tuple(made)))
    joined = [machine.some_of(column, node) or machine.unknown(node) for column, _ in columns]
    row = Sequence("tuple", tuple(joined))
    if args.open:  # zip(*loaders): as many columns as there are loaders
        row = Sequence("tuple", None, machine.some_of(joined, node))
    return machine.alloc(Sequence("list", None, machine.alloc(row)))


def _transposed(machine: Machine, rows: Seq[Value], node: cst.CSTNode) -> Value | None:
    """`zip(*rows)`, where one row stands for all and says how many columns there are."""
    thing = machine.load(rows[0]) if len(rows) == 1 else None
    alone = isinstance(node, cst.Call) and len(node.args) == 1 and node.args[0].star == "*"
    if not alone or not isinstance(thing, Sequence) or not thing.items or thing.rest is not None:
        return None
    columns = (machine.alloc(Sequence("tuple", None, each)) for each in thing.items)
    return machine.alloc(Sequence("list", tuple(columns)))


@registry.function("random.sample", "random.choices")
def drawn(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Some elements of a list, each as it is; as many as are wanted."""
    given = args.get(0, "population")
    elements, _ = elements_of(machine, given, node) if given is not None else ([], False)
    each = machine.some_of(elements, node)
    return machine.alloc(Sequence("list", None, each)) if each is not None else machine.data(node)


@registry.function("builtins.map", "builtins.filter")
def mapped(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) < 2:
        return machine.unknown(node)
    func = args.pos[0]
    elements, whole = elements_of(machine, args.pos[1], node)
    machine.announce(Drained(args.pos[1], node))
    if name == "builtins.filter" and whole and len(elements) <= PARAMETERS_LIMIT:
        kept = [_keeps(machine, func, each, node) for each in elements]
        if None not in kept:
            made = tuple(each for each, keep in zip(elements, kept) if keep)
            items, rest = made, None
        else:
            items, rest = None, machine.any_of(elements, node)
    elif name == "builtins.filter" or len(args.pos) > 2 or len(elements) > 6:
        # What passes is not known; of one element that stands for all it is the same.
        items, rest = None, machine.any_of(elements, node)
    else:
        made = tuple(machine.invoke(func, Arguments((each,)), node) for each in elements)
        items, rest = (made, None) if whole else (None, machine.any_of(made, node))
    result = machine.alloc(Sequence("list", items, rest))
    machine.announce(Generated(result))
    return result


def _keeps(machine: Machine, func: Value, element: Value, node: cst.CSTNode) -> bool | None:
    """Whether a filter lets an element pass, if that is known."""
    answer = element if func == Const(None) else machine.invoke(func, Arguments((element,)), node)
    return bool(answer.value) if isinstance(answer, Const) else None


@registry.function("builtins.next")
def next_(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    elements, _ = elements_of(machine, args.pos[0], node) if args.pos else ([], False)
    return machine.some_of(elements, node) or machine.unknown(node)


@registry.function(
    "builtins.dict", "collections.OrderedDict", "collections.defaultdict", "types.SimpleNamespace"
)
def dictionary(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    items: dict[object, Value] = {key: value for key, value in args.kw.items()}
    rest: Value | None = None
    factory = None
    if name == "collections.defaultdict":
        factory, args = args.get(0), args.without(1)
    thing = machine.load(args.get(0))
    if isinstance(thing, Dictionary):
        items = {**thing.items, **items}
        rest = thing.rest
    elif isinstance(thing, Sequence):
        for pair in machine.members(thing):
            two = machine.load(pair)
            if isinstance(two, Sequence) and two.items is not None and len(two.items) == 2:
                key, value = two.items
                if isinstance(key, Const) and isinstance(key.value, (str, int)):
                    items[key.value] = value
                else:
                    rest = value if rest is None else machine.join(rest, value, node)
    return machine.alloc(Dictionary(items, rest, factory if factory != Const(None) else None))


@registry.methods(Sequence)
def list_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Sequence) and isinstance(receiver, Ref)
    if name in ("append", "appendleft", "add", "insert") and args.pos:
        machine.announce(Stored(receiver, args.pos[-1], node))
        machine.announce(Collected(args.pos[-1], node, receiver))
        if receiver.id < machine.loops.pass_began:
            machine.own(Growing).lists[receiver.id] = True
        machine.update(receiver, _extended(machine, thing, [args.pos[-1]], True, node))
        _add_to_one(machine, thing.either, [args.pos[-1]], node)
        return Const(None)
    if name in ("extend", "update") and args.pos:
        more, whole = elements_of(machine, args.pos[0], node)
        for each in more:
            machine.announce(Owned(each))
        machine.update(receiver, _extended(machine, thing, more, whole, node))
        _add_to_one(machine, thing.either, more, node)
        return Const(None)
    if name in ("clear", "pop", "popleft", "remove", "discard"):
        machine.announce(LetGo(receiver))
    if name == "clear":
        machine.own(Growing).lists.pop(receiver.id, None)
        machine.update(receiver, Sequence(thing.kind, ()))
        return Const(None)
    if name in ("pop", "popleft"):
        if thing.items and not args.pos:
            last = thing.items[-1] if name == "pop" else thing.items[0]
            rest = thing.items[:-1] if name == "pop" else thing.items[1:]
            machine.update(receiver, replace(thing, items=rest))
            return last
        return machine.some_of(machine.members(thing), node) or machine.unknown(node)
    if name == "copy":
        return machine.alloc(thing)
    if name in ("sort", "reverse"):
        machine.update(receiver, Sequence(thing.kind, None, machine.any_of(machine.members(thing), node)))
        return Const(None)
    return machine.number(node)


def _extended(
    machine: Machine, thing: Sequence, more: list[Value], whole: bool, node: cst.CSTNode
) -> Sequence:
    if thing.items is not None and whole and len(thing.items) + len(more) <= LIST_LIMIT:
        return replace(thing, items=(*thing.items, *more))
    return replace(thing, items=None, rest=machine.any_of([*machine.members(thing), *more], node))


def _add_to_one(machine: Machine, lists: tuple[Ref, ...], more: list[Value], node: cst.CSTNode) -> None:
    """`layers = hidden if deep else output; layers.append(layer)`: each of the two may have it now."""
    waiting, seen = list(lists), set(lists)
    while waiting:
        ref = waiting.pop()
        held = machine.load(ref)
        if isinstance(held, Sequence):
            machine.update(ref, _extended(machine, held, more, False, node))
            waiting.extend(each for each in held.either if each not in seen)
            seen.update(held.either)


@registry.methods(Dictionary)
def dict_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(receiver)
    assert isinstance(thing, Dictionary) and isinstance(receiver, Ref)
    if name in ("clear", "pop", "popitem"):
        machine.announce(LetGo(receiver))
    if name in ("get", "pop", "setdefault") and args.pos:
        found = _looked_up(machine, receiver, thing, args, name == "setdefault", node)
        key = args.pos[0]
        if name == "pop" and isinstance(key, Const) and plain_key(key.value) and key.value in thing.items:
            left = {each: value for each, value in thing.items.items() if each != key.value}
            machine.update(receiver, replace(thing, items=left))
        return found
    if name == "__setitem__" and len(args.pos) == 2:
        put_item(machine, receiver, args.pos[0], args.pos[1], node)
        return Const(None)
    if name == "__getitem__" and args.pos:
        return item(machine, receiver, args.pos[0], node)
    if name in ("values", "items", "keys"):
        return _dict_view(machine, thing, name, node)
    if name == "update":
        other = machine.load(args.get(0))
        more = other if isinstance(other, Dictionary) else Dictionary({})
        if args.open or (args.pos and not isinstance(other, Dictionary)):
            more = replace(more, rest=machine.unknown(node, args.flows()))
        given: dict[object, Value] = dict(args.kw.items())
        more = replace(more, items={**more.items, **given})
        machine.update(receiver, merged(machine, thing, more, node))
        return Const(None)
    if name == "copy":
        return machine.alloc(thing)
    return machine.data(node)


def _looked_up(
    machine: Machine, receiver: Ref, thing: Dictionary, args: Arguments, keep: bool, node: cst.CSTNode
) -> Value:
    """d.get(key, default): what is under the key, or the default."""
    key, default = args.pos[0], args.get(1, "default")
    known = key.value if isinstance(key, Const) and plain_key(key.value) else None
    if known is not None and known not in thing.items and default is not None and thing.rest is None:
        # Nobody has put anything there so far; of a call that nobody makes others may know more.
        if not machine.context.imagined and thing.factory is None:
            if keep:
                machine.update(receiver, replace(thing, items={**thing.items, known: default}))
            return default
    if known in thing.items or default is None or isinstance(default, Const):
        return item(machine, receiver, key, node)
    held = machine.any_of([*thing.items.values(), *((thing.rest,) if thing.rest else ())], node)
    found = default if held is None or known is not None else machine.join(held, default, node)
    if keep and known is not None:
        machine.update(receiver, replace(thing, items={**thing.items, known: found}))
    elif keep:
        machine.update(receiver, replace(thing, rest=found))
    return found


def _dict_view(machine: Machine, thing: Dictionary, name: str, node: cst.CSTNode) -> Value:
    pick: dict[str, Callable[[object, Value], Value]] = {
        "values": lambda key, value: value,
        "keys": lambda key, value: Const(key),
        "items": lambda key, value: machine.alloc(Sequence("tuple", (Const(key), value))),
    }
    found = tuple(pick[name](key, value) for key, value in thing.items.items())
    if thing.rest is None:
        return machine.alloc(Sequence("list", found))
    rest = pick[name](None, thing.rest)
    return machine.alloc(Sequence("list", None, machine.any_of((*found, rest), node)))
