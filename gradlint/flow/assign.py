"""Assignment: names, attributes, items, unpacking, and the in-place operators."""

from __future__ import annotations

import re

import libcst as cst

from gradlint.flow import facts, freezing, inplace, own_operators, training
from gradlint.flow.arithmetic import OPERATORS, binary
from gradlint.flow.attributes import REPLACED, attribute
from gradlint.flow.expressions import evaluate, index_of
from gradlint.flow.graph import GRADIENT, TORCH, Node
from gradlint.flow.items import item
from gradlint.flow.iterate import elements_of
from gradlint.flow.machine import Machine
from gradlint.flow.values import Array, Const, Dictionary, Instance, Layer, Ref, Sequence, Unknown, Value
from gradlint.records import replace

REQUIRES_GRAD = "requires_grad"
MISSPELT = frozenset(
    "require_grad requires_gradient require_gradient required_grad requires_grads requiresgrad "
    "requiregrad requires_Grad need_grad needs_grad requre_grad reqires_grad require_grads "
    "required_gradient requires_gradients requires_grad_".split()
)


def bind(machine: Machine, target: cst.BaseExpression, value: Value, statement: cst.CSTNode) -> None:
    if isinstance(target, cst.Name):
        note_rebinding(machine, target.value, machine.scope.names.get(target.value), value, statement)
        training.note_sum(machine, machine.scope.names.get(target.value), value, statement)
        machine.bind(target.value, _named(machine, value, target.value))
        if target.value in machine.frame.outer:
            note_leak(machine, None, value, statement)
    elif isinstance(target, (cst.Tuple, cst.List)):
        unpack(machine, target, value, statement)
    elif isinstance(target, cst.StarredElement):
        bind(machine, target.value, value, statement)
    elif isinstance(target, cst.Attribute):
        set_attribute(machine, evaluate(machine, target.value), target.attr.value, value, statement)
    elif isinstance(target, cst.Subscript):
        set_item(machine, target, value, statement)


def _named(machine: Machine, value: Value, name: str) -> Value:
    array = machine.array(value)
    if array is not None:
        if not array.name and isinstance(value, Ref):
            machine.update(value, replace(array, name=name))
        if array.node.source is not None and not array.node.source.name:
            array.node.source.name = name
    return value


def note_rebinding(
    machine: Machine, name: str, old: Value | None, new: Value, statement: cst.CSTNode
) -> None:
    """`w = w - lr * w.grad` makes a source into something computed."""
    after, before = machine.array(new), machine.array(old)
    if after is None or after.node.source is not None or after is before or after.node.id < machine.mark:
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
    _note_swapped(machine, target, value, statement)
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


GRADIENT_NAME = re.compile(r"(g|grads?|gradients?|\w+_grads?|grads?_\w+|dw|dparams)$")


def _note_swapped(
    machine: Machine, target: cst.Tuple | cst.List, value: Value, statement: cst.CSTNode
) -> None:
    """grad, value = jax.value_and_grad(f)(x)"""
    names = [each.value.value for each in target.elements if isinstance(each.value, cst.Name)]
    thing = machine.load(value)
    if len(names) != 2 or not isinstance(thing, Sequence) or thing.items is None or len(thing.items) != 2:
        return
    first, second = machine.node_of(thing.items[0]), _gradient_inside(machine, thing.items[1])
    if second and (first is None or first.op != GRADIENT):
        if GRADIENT_NAME.match(names[0]) and not GRADIENT_NAME.match(names[1]) and names[1] != "_":
            machine.misuse(statement, "swapped", "jax")


def _gradient_inside(machine: Machine, value: Value) -> bool:
    thing = machine.load(value)
    if isinstance(thing, (Dictionary, Sequence)):
        inside = list(thing.items.values()) if isinstance(thing, Dictionary) else list(thing.items or ())
        return bool(inside) and _gradient_inside(machine, inside[0])
    node = machine.node_of(value)
    array = machine.array(value)
    return node is not None and node.op == GRADIENT and (array is None or array.lang == "jax")


def set_attribute(machine: Machine, owner: Value, name: str, value: Value, statement: cst.CSTNode) -> None:
    thing = machine.load(owner)
    if isinstance(thing, Array) and isinstance(owner, Ref):
        _set_array_attribute(machine, owner, thing, name, value, statement)
    elif isinstance(thing, Instance) and isinstance(owner, Ref):
        note_rebinding(machine, f"self.{name}", thing.attrs.get(name), value, statement)
        training.note_sum(machine, thing.attrs.get(name), value, statement)
        _note_stored(machine, owner, name, thing.attrs.get(name), value, statement)
        machine.update(
            owner, replace(thing, attrs={**thing.attrs, name: _named(machine, value, f"self.{name}")})
        )
    elif isinstance(thing, Layer) and isinstance(owner, Ref):
        if name in ("weight", "bias") and machine.array(value) is not None:
            from gradlint.flow import registration

            registration.note_replaced(machine, thing.params, value, statement)
            options = {**thing.options, REPLACED: Const(name)}
            machine.update(
                owner, replace(thing, params=value if isinstance(value, Ref) else None, options=options)
            )
        elif name == "trainable" and value == Const(False):
            freezing.freeze(machine, owner)
        elif name in MISSPELT:
            _note_typo(machine, name, value, statement, None)
        elif thing.lang == "torch" and (
            isinstance(value, Unknown) or isinstance(machine.load(value), (Layer, Instance))
        ):
            from gradlint.flow import registration

            registration.add_child(machine, owner, thing, name, value, statement)
    elif isinstance(owner, Unknown) and name == REQUIRES_GRAD and value != Const(False):
        freezing.thaw_any(machine)


def _note_stored(
    machine: Machine, owner: Ref, name: str, old: Value | None, value: Value, statement: cst.CSTNode
) -> None:
    from gradlint.flow import registration

    if value != Const(None):  # in the other branch nothing is stored
        machine.attribute_places[owner.id, name] = machine.place(statement)
    registration.kept(machine, value)
    registration.note_replaced(machine, old, value, statement)
    note_leak(machine, owner, value, statement)


def note_leak(machine: Machine, owner: Ref | None, value: Value, node: cst.CSTNode) -> None:
    """A tracer, or a list of them, is stored in something that outlives the trace."""
    if not machine.context.traces:
        return
    thing = machine.load(value)
    stored = [value]
    if isinstance(thing, Sequence):
        stored = machine.members(thing)
    elif isinstance(thing, Dictionary):
        stored = list(thing.items.values())
    for array in map(machine.array, stored):
        if array is None or array.lang != "jax" or array.maybe:
            continue
        for recorder in machine.tracked_now(array):
            if recorder.kind in ("jax", "jit") and (owner is None or owner.id < recorder.since):
                machine.misuse(node, "leak", "jax")
                return


def _set_array_attribute(
    machine: Machine, ref: Ref, array: Array, name: str, value: Value, statement: cst.CSTNode
) -> None:
    if array.lang == "torch" and name == REQUIRES_GRAD:
        wanted = value.value if isinstance(value, Const) and isinstance(value.value, bool) else None
        inplace.set_requires_grad(machine, ref, wanted, statement, REQUIRES_GRAD)
    elif array.lang == "torch" and name in MISSPELT:
        _note_typo(machine, name, value, statement, array)
    elif array.lang == "torch" and name == "data":
        inplace.replace_data(machine, ref)
    elif array.lang == "torch" and name == "grad":
        training.note_by_hand(machine, array.node, value, machine.place(statement))


def _note_typo(
    machine: Machine, name: str, value: Value, statement: cst.CSTNode, array: Array | None
) -> None:
    if array is not None:
        wanted = value.value if isinstance(value, Const) and isinstance(value.value, bool) else None
        machine.flow.typos.append(facts.FlagSet(machine.place(statement), array, wanted, name))


def set_item(machine: Machine, target: cst.Subscript, value: Value, statement: cst.CSTNode) -> None:
    owner = evaluate(machine, target.value)
    index = index_of(machine, target)
    thing = machine.load(owner)
    if isinstance(thing, Array) and isinstance(owner, Ref):
        inplace.write_item(machine, owner, index, value, statement)
    elif isinstance(thing, Sequence) and isinstance(owner, Ref):
        machine.update(owner, _with_item(machine, thing, index, value, statement))
    elif isinstance(thing, Dictionary) and isinstance(owner, Ref):
        note_leak(machine, owner, value, statement)
        machine.late.pop(value.id if isinstance(value, Ref) else 0, None)
        if isinstance(index, Const) and _hashable(index.value):
            note_rebinding(machine, f"[{index.value!r}]", thing.items.get(index.value), value, statement)
            machine.update(owner, replace(thing, items={**thing.items, index.value: value}))
        else:
            rest = value if thing.rest is None else machine.join(thing.rest, value, statement)
            machine.update(owner, replace(thing, rest=rest))
    elif isinstance(thing, Layer) and isinstance(owner, Ref) and isinstance(index, Const):
        children = list(thing.children)
        if isinstance(index.value, int) and -len(children) <= index.value < len(children):
            from gradlint.flow import registration

            registration.note_replaced(machine, children[index.value], value, statement)
            children[index.value] = value
            machine.update(owner, replace(thing, children=tuple(children)))


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
        held = machine.array(old) if isinstance(machine.load(owner), (Sequence, Dictionary)) else None
        if held is not None and held.lang == "torch" and operation != "matmul" and isinstance(old, Ref):
            # The container keeps the tensor, and the tensor itself is changed.
            inplace.write(machine, old, "operator", f"{operation}_", [value], node)
            return
        set_item(machine, target, binary(machine, operation, old, value, node), node)
        return
    if isinstance(target, cst.Attribute):
        owner = evaluate(machine, target.value)
        old = attribute(machine, owner, target.attr.value, target)
    else:
        old = evaluate(machine, target)
    array = machine.array(old)
    if (
        array is not None
        and array.node.op == "grad"
        and array.node.operands
        and array.node.operands[0] is not None
    ):
        machine.rescaled.add(array.node.operands[0].id)
        machine.grads[array.node.operands[0].id] = training.UNKNOWN
        return
    if operation == "add":
        training.note_accumulated(machine, old, value, node)
    # `x @= y` has no in-place form: it rebinds.
    if array is not None and array.lang == "torch" and operation != "matmul" and isinstance(old, Ref):
        inplace.write(machine, old, "operator", f"{operation}_", [value], node)
        return
    thing = machine.load(old)
    if isinstance(thing, Sequence) and thing.kind == "list" and isinstance(old, Ref) and operation == "add":
        more, whole = elements_of(machine, value, node)
        if whole and thing.items is not None:
            machine.update(old, replace(thing, items=(*thing.items, *more)))
        else:
            machine.update(
                old, Sequence("list", None, machine.any_of([*machine.members(thing), *more], node))
            )
        return
    result = own_operators.changed(machine, operation, old, value, node)
    if result is None:
        result = binary(machine, operation, old, value, node)
    bind(machine, target, result, node)
