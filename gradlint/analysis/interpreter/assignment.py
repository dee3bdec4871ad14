"""Assignment: names, attributes, items, unpacking, and the in-place operators."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain import facts
from gradlint.analysis.domain.contents import GivenAttributes
from gradlint.analysis.domain.expression_events import LastReplaced
from gradlint.analysis.domain.graph import TORCH, Node
from gradlint.analysis.domain.state import FLATTEN_LIMIT, FROZEN
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Func,
    HeapObject,
    Instance,
    Layer,
    Method,
    Object,
    Ref,
    Sequence,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import inplace_writes, overloaded_operators
from gradlint.analysis.interpreter.arithmetic import OPERATORS, binary
from gradlint.analysis.interpreter.attributes import NAMESPACE, REPLACED, attribute, class_attribute
from gradlint.analysis.interpreter.events import (
    Added,
    Assigned,
    AttributeStored,
    Collected,
    Froze,
    GradientSet,
    Kept,
    LetGo,
    MayThaw,
    Owned,
    Rebound,
    Replaced,
    Stored,
    TensorAttributeSet,
    TrainableSet,
    Unpacked,
)
from gradlint.analysis.interpreter.expressions import evaluate, index_of
from gradlint.analysis.interpreter.inheritance import contents
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import KEYED

REQUIRES_GRAD = "requires_grad"
SETTER = ".setter"
"""What is added to the name of a property for the function that an assignment to it calls."""


def bind(machine: Machine, target: cst.BaseExpression, value: Value, statement: cst.CSTNode) -> None:
    if type(target) is cst.Name:
        old = machine.scope.names.get(target.value)
        note_rebinding(machine, target.value, old, value, statement)
        _note_assigned(machine, old, value, statement)
        machine.note_bound(target.value, value, statement)
        machine.bind(target.value, _named(machine, value, target.value))
        if target.value in machine.frame.outer:
            machine.announce(Stored(None, value, statement))
    elif type(target) is cst.Attribute:
        set_attribute(machine, evaluate(machine, target.value), target.attr.value, value, statement)
    elif isinstance(target, (cst.Tuple, cst.List)):
        unpack(machine, target, value, statement)
    elif isinstance(target, cst.StarredElement):
        bind(machine, target.value, value, statement)
    elif isinstance(target, cst.Subscript):
        set_item(machine, target, value, statement)


def _note_assigned(machine: Machine, old: Value | None, value: Value, statement: cst.CSTNode) -> None:
    machine.announce(Assigned(value, statement))
    if old is not None:
        machine.announce(Rebound(old, value, statement))


def _named(machine: Machine, value: Value, name: str) -> Value:
    if not isinstance(value, Ref):
        return value
    array = machine.array(value)
    if array is not None:
        if not array.name:
            machine.update(value, replace(array, name=name))
        if array.node.source is not None and not array.node.source.name:
            array.node.source.name = name
        return value
    layer = machine.load(value)
    weights = machine.array(layer.params) if isinstance(layer, Layer) and layer.params is not None else None
    if weights is not None and weights.node.source is not None and not weights.node.source.holder:
        weights.node.source.holder = name
    if isinstance(layer, Layer) and layer.lang == "torch" and not layer.loose:
        keys = layer.keys or tuple(map(Const, range(len(layer.children))))
        for part, key in zip(layer.children[:FLATTEN_LIMIT], keys):
            _named(machine, part, f"{name}[{key.value!r}]" if isinstance(key, Const) else name)
    return value


def note_rebinding(
    machine: Machine, name: str, old: Value | None, new: Value, statement: cst.CSTNode
) -> None:
    """`w = w - lr * w.grad` makes a source into something computed."""
    after = machine.array(new)
    if after is None or after.node.source is not None or after.node.id < machine.mark:
        return
    before = machine.array(old)
    if after is before:
        return
    if before is None or not (before.leaf or before.variable):
        before = _anonymous_leaf(after)
    elif before.node.source is None or not _made_from(after.node, before.node):
        return
    if before is None or (not before.tracked and not before.variable):
        return
    machine.flow.rebindings.append(facts.Rebinding(machine.place(statement), name, before, after))


def _made_from(node: Node, source: Node) -> bool:
    """Whether a value was computed from that source within a few steps."""
    stack, seen = [node], {node}
    while stack and len(seen) < 60:
        for edge in stack.pop().edges:
            if edge.node is source:
                return True
            if edge.node not in seen and edge.role != "index":
                seen.add(edge.node)
                stack.append(edge.node)
    return False


def _anonymous_leaf(after: Array) -> Array | None:
    """The leaf inside `torch.randn(3, requires_grad=True) * 0.01`, which no name holds any more."""
    for edge in after.node.edges:
        source = edge.node.source
        if source is not None and source.kind == "leaf" and not source.name and TORCH in edge.tracked:
            return replace(after, node=edge.node, leaf=True)
    return None


def unpack(machine: Machine, target: cst.Tuple | cst.List, value: Value, statement: cst.CSTNode) -> None:
    wanted = target.elements
    machine.announce(Unpacked(target, value, statement))
    elements, whole = elements_of(machine, value, statement)
    starred = next((i for i, each in enumerate(wanted) if isinstance(each, cst.StarredElement)), None)
    if whole and starred is None and len(elements) == len(wanted):
        for element, each in zip(wanted, elements):
            bind(machine, element.value, each, statement)
        return
    if whole and starred is not None and len(elements) >= len(wanted) - 1:
        after = len(wanted) - starred - 1
        middle = elements[starred : len(elements) - after]
        rest: list[Value] = [*elements[:starred], machine.alloc(Sequence("list", tuple(middle)))]
        rest += elements[len(elements) - after :]
        for element, each in zip(wanted, rest):
            bind(machine, element.value, each, statement)
        return
    for position, element in enumerate(wanted):
        each = item(machine, value, Const(position), statement)
        if isinstance(machine.load(value), Sequence) and len(wanted) > 1:
            machine.number_part(each, -1)
        bind(machine, element.value, each, statement)


def set_attribute(machine: Machine, owner: Value, name: str, value: Value, statement: cst.CSTNode) -> None:
    thing = machine.load(owner)
    if name == "trainable":
        machine.announce(TrainableSet(owner, value, statement))
    if isinstance(thing, Array) and isinstance(owner, Ref):
        _set_array_attribute(machine, owner, thing, name, value, statement)
    elif isinstance(thing, Instance) and isinstance(
        setter := class_attribute(thing.cls, f"{name}{SETTER}"), Func
    ):
        machine.invoke_plain(Method(setter, owner), statement, value)
    elif isinstance(thing, Instance) and isinstance(owner, Ref):
        note_rebinding(machine, f"self.{name}", thing.attrs.get(name), value, statement)
        _note_assigned(machine, thing.attrs.get(name), value, statement)
        machine.note_bound(f"self.{name}", value, statement)
        _note_stored(machine, owner, name, thing.attrs.get(name), value, statement)
        machine.update(
            owner, replace(thing, attrs={**thing.attrs, name: _named(machine, value, f"self.{name}")})
        )
    elif isinstance(thing, Layer) and isinstance(owner, Ref):
        if thing.lang == "tensorflow" and (machine.array(value) is not None or isinstance(value, Unknown)):
            for weight in machine.weights_of(owner):  # a tensor in the place of a weight, which stays listed
                machine.store(weight, value)
        elif name in ("weight", "bias") and machine.array(value) is not None:
            machine.announce(Replaced(thing.params, value, statement))
            options = {**thing.options, REPLACED: Const(name)}
            machine.update(
                owner, replace(thing, params=value if isinstance(value, Ref) else None, options=options)
            )
        elif name == "trainable" and value == Const(False):
            machine.announce(Froze(owner))
        elif name == REQUIRES_GRAD:
            machine.announce(AttributeStored(owner, name, value, statement))
        elif thing.lang == "torch" and (
            isinstance(value, Unknown) or isinstance(machine.load(value), (Layer, Instance))
        ):
            add_child(machine, owner, thing, name, value, statement)
    elif isinstance(thing, Dictionary) and isinstance(owner, Ref):  # a namespace
        _note_assigned(machine, thing.items.get(name), value, statement)
        machine.update(owner, replace(thing, items={**thing.items, name: value}))
    elif isinstance(owner, Unknown) and name == REQUIRES_GRAD and value != Const(False):
        machine.make_leaf(owner, statement)
        machine.announce(MayThaw())
    elif isinstance(owner, Unknown) and name == "grad":
        machine.announce(GradientSet(owner.node, value, statement))
    elif isinstance(owner, Unknown) and name != REQUIRES_GRAD:
        machine.own(GivenAttributes).values[owner.node, name] = value
        machine.fill(owner.node, value)


def add_child(machine: Machine, owner: Ref, thing: Layer, name: str, value: Value, node: cst.CSTNode) -> None:
    """`layer.name = module`: from now on the layer owns it, and a Sequential also calls it."""
    # An unnamed child of a Sequential is called by its number.
    keys = thing.keys or tuple(Const(str(number)) for number in range(len(thing.children)))
    children = dict(zip(keys, thing.children, strict=False))
    key = Const(name)
    machine.announce(Replaced(children.get(key), value, node))
    machine.announce(Owned(value))
    children[key] = value
    machine.update(owner, replace(thing, children=tuple(children.values()), keys=tuple(children)))


def _note_stored(
    machine: Machine, owner: Ref, name: str, old: Value | None, value: Value, statement: cst.CSTNode
) -> None:
    machine.announce(AttributeStored(owner, name, value, statement))
    if old is not None:
        machine.announce(Replaced(old, value, statement))
    machine.announce(Stored(owner, value, statement))


def _set_array_attribute(
    machine: Machine, ref: Ref, array: Array, name: str, value: Value, statement: cst.CSTNode
) -> None:
    if array.lang == "torch" and name == REQUIRES_GRAD:
        wanted = value.value if isinstance(value, Const) and isinstance(value.value, bool) else None
        inplace_writes.set_requires_grad(machine, ref, wanted, statement, REQUIRES_GRAD)
    elif array.lang == "torch" and name == "data":
        inplace_writes.replace_data(machine, ref, value, statement)
    elif array.lang == "torch" and name == "grad":
        machine.announce(GradientSet(array.node, value, statement))
    else:
        machine.announce(TensorAttributeSet(array, name, value, statement))


def gradient_owner(node: Node) -> Node | None:
    """Whose gradient this is, or shows the memory of: `p.grad`, `p.grad.data`."""
    while node.op in (Op.DATA_ATTRIBUTE, Op.DETACH) and node.operands and node.operands[0] is not None:
        node = node.operands[0]
    return node.operands[0] if node.op == Op.GRAD and node.operands else None


def set_item(machine: Machine, target: cst.Subscript, value: Value, statement: cst.CSTNode) -> None:
    put_item(machine, evaluate(machine, target.value), index_of(machine, target), value, statement)


def put_item(machine: Machine, owner: Value, index: Value, value: Value, statement: cst.CSTNode) -> None:
    thing = machine.load(owner)
    if isinstance(thing, Instance):
        setter = class_attribute(thing.cls, "__setitem__")
        held = contents(machine, owner)
        if isinstance(setter, Func):
            machine.invoke_plain(Method(setter, owner), statement, index, value)
        elif held is not None:
            put_item(machine, held, index, value, statement)
        return
    if isinstance(thing, Array) and isinstance(owner, Ref):
        inplace_writes.write_item(machine, owner, index, value, statement)
    elif isinstance(thing, Sequence) and isinstance(owner, Ref):
        if isinstance(index, Const) and isinstance(index.value, slice):
            machine.announce(LetGo(owner))
        elif not isinstance(index, Const):
            machine.announce(Collected(value, statement, owner))
        elif index == Const(-1):
            machine.announce(LastReplaced(owner, value))
        machine.update(owner, _with_item(machine, thing, index, value, statement))
    elif isinstance(thing, Dictionary) and isinstance(owner, Ref):
        machine.announce(Stored(owner, value, statement))
        machine.announce(Kept(value))
        if isinstance(index, Const) and _hashable(index.value):
            if type(index.value) is int:  # the number of a round: another one each time
                machine.announce(Collected(value, statement, owner))
            old = thing.items.get(index.value)
            note_rebinding(machine, f"[{index.value!r}]", old, value, statement)
            _note_assigned(machine, old, value, statement)
            machine.update(owner, replace(thing, items={**thing.items, index.value: value}))
        else:
            machine.announce(Collected(value, statement, owner))
            rest = value if thing.rest is None else machine.join(thing.rest, value, statement)
            machine.update(owner, replace(thing, rest=rest))
    elif isinstance(thing, Object) and thing.name == NAMESPACE:
        name = index.value if isinstance(index, Const) and isinstance(index.value, str) else None
        set_attribute(machine, thing.args[0], name or f"?{machine.fresh()}", value, statement)
    elif isinstance(owner, Unknown) and owner.node.op == NAMESPACE:
        machine.fill(owner.node, value)
    elif isinstance(thing, Layer) and isinstance(owner, Ref):
        _put_child(machine, owner, thing, index, value, statement)


def _put_child(
    machine: Machine, owner: Ref, thing: Layer, index: Value, value: Value, node: cst.CSTNode
) -> None:
    """`layers[0] = module`, `blocks[name] = module`"""
    key = index.value if isinstance(index, Const) else None
    children = list(thing.children)
    if isinstance(key, int) and -len(children) <= key < len(children):
        machine.announce(Replaced(children[key], value, node))
        children[key] = value
        machine.update(owner, replace(thing, children=tuple(children)))
    elif not isinstance(key, int) and thing.lang == "torch" and thing.name in KEYED:
        add_child(machine, owner, thing, key if isinstance(key, str) else f"?{machine.fresh()}", value, node)


def _with_item(machine: Machine, thing: Sequence, index: Value, value: Value, node: cst.CSTNode) -> Sequence:
    if thing.items is not None and isinstance(index, Const) and isinstance(index.value, int):
        if -len(thing.items) <= index.value < len(thing.items):
            items = list(thing.items)
            items[index.value] = value
            return replace(thing, items=tuple(items))
    return Sequence(thing.kind, None, machine.any_of([*machine.members(thing), value], node))


def delete_item(machine: Machine, target: cst.Subscript) -> None:
    """`del xs[:]`, `del d[key]`"""
    owner = evaluate(machine, target.value)
    index = index_of(machine, target)
    thing = machine.load(owner)
    if isinstance(owner, Ref):
        machine.announce(LetGo(owner))
    if isinstance(thing, Sequence) and isinstance(owner, Ref):
        if index == Const(slice(None, None)):
            machine.update(owner, Sequence(thing.kind, ()))
        else:
            machine.update(owner, Sequence(thing.kind, None, machine.any_of(machine.members(thing), target)))
    elif isinstance(thing, Dictionary) and isinstance(owner, Ref) and isinstance(index, Const):
        kept = {key: value for key, value in thing.items.items() if key != index.value}
        machine.update(owner, replace(thing, items=kept))


def _hashable(value: object) -> bool:
    return isinstance(value, (str, int, float, bool, bytes, tuple, type(None)))


def augment(machine: Machine, node: cst.AugAssign) -> None:
    operation = OPERATORS.get(type(node.operator).__name__.removesuffix("Assign"), "add")
    value = evaluate(machine, node.value)
    target = node.target
    if isinstance(target, cst.Subscript):
        owner = evaluate(machine, target.value)
        index = index_of(machine, target)
        old = item(machine, owner, index, node)
        if operation == "add":
            machine.announce(Added(old, value, node))
        thing = machine.load(owner)
        held = machine.array(old) if isinstance(thing, (Sequence, Dictionary)) else None
        if held is not None and held.lang == "torch" and operation != "matmul" and isinstance(old, Ref):
            # The container keeps the tensor, and the tensor itself is changed.
            inplace_writes.write(machine, old, "operator", f"{operation}_", [value], node)
            _changed_in(machine, thing, old, node)
            return
        set_item(machine, target, binary(machine, operation, old, value, node), node)
        return
    if isinstance(target, cst.Attribute):
        owner = evaluate(machine, target.value)
        old = attribute(machine, owner, target.attr.value, target)
    else:
        old = evaluate(machine, target)
    array = machine.array(old)
    holder = gradient_owner(array.node) if array is not None else None
    if holder is not None:
        zero = operation == "mul" and value in (Const(0), Const(0.0))
        masks = operation == "mul" and machine.array(value) is not None
        machine.announce(GradientSet(holder, Const(None) if zero else None, node, masks))
        return
    if isinstance(old, Unknown) and isinstance(target, cst.Attribute) and target.attr.value == "grad":
        machine.announce(GradientSet(old.node, None, node))
        return
    if operation == "add":
        machine.announce(Added(old, value, node))
    # `x @= y` has no in-place form: it rebinds.
    if array is not None and array.lang == "torch" and operation != "matmul" and isinstance(old, Ref):
        inplace_writes.write(machine, old, "operator", f"{operation}_", [value], node)
        return
    thing = machine.load(old)
    if isinstance(thing, Sequence) and thing.kind == "list" and isinstance(old, Ref) and operation == "add":
        more, whole = elements_of(machine, value, node)
        for each in more:
            machine.announce(Collected(each, node, old))
        if whole and thing.items is not None:
            machine.update(old, replace(thing, items=(*thing.items, *more)))
        else:
            machine.update(
                old, Sequence("list", None, machine.any_of([*machine.members(thing), *more], node))
            )
        return
    result = overloaded_operators.changed(machine, operation, old, value, node)
    if result is None:
        result = binary(machine, operation, old, value, node)
    if isinstance(target, cst.Attribute) and machine.context.graph_mode and _is_number(machine, old):
        # Python counts while the function is traced, and then never again.
        name = f"`{dotted(target) or target.attr.value} += ...`"
        result = machine.compute("python", FROZEN + name, node, (), dtype="float", shape=())
    bind(machine, target, result, node)


def _changed_in(machine: Machine, thing: HeapObject | None, value: Value, node: cst.CSTNode) -> None:
    """One of the tensors in a list or dictionary was changed in place: any of them, if nobody knows which."""
    if isinstance(thing, Sequence):
        held = machine.members(thing)
    else:
        held = [*thing.items.values()] if isinstance(thing, Dictionary) else []
    if value in held:
        return
    for each in held:
        after = machine.load(machine.join(each, value, node))
        if isinstance(each, Ref) and isinstance(machine.load(each), Array) and isinstance(after, Array):
            machine.update(each, after)


def _is_number(machine: Machine, value: Value) -> bool:
    array = machine.array(value)
    plain = isinstance(value, Const) and type(value.value) in (int, float)
    return plain or (array is not None and array.lang == "python" and not array.node.edges)
