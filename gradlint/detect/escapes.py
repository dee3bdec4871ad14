"""GL1: the gradient leaves the framework, for NumPy, for Python's numbers, for a fresh copy."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.detect.broken import broken_draft, framework_of, rewrapped
from gradlint.detect.draft import Draft, DraftLabel, Program, detects, story
from gradlint.flow.facts import HostCall
from gradlint.flow.losses import Break
from gradlint.flow.ways import re_entry
from gradlint.knowledge.tables import table
from gradlint.model import Framework, Severity


def _instead(framework: Framework, name: str) -> str:
    """The framework's own function for a NumPy one, from the table of equals."""
    for pair in table("numpy").sets.get(f"equal_{framework}", frozenset()):
        numpy_name, _, own = pair.partition("=")
        if numpy_name == name:
            return f"use {own}, which is recorded"
    own_module = {"torch": "torch", "tensorflow": "tf", "jax": "jax.numpy"}.get(framework, framework)
    return f"use the {own_module} function instead of {name}"


@detects("GL101")
def numpy_call(program: Program) -> Iterator[Draft]:
    """NumPy computes on something a gradient flows through."""
    for call in program.flow.host_calls:
        refused = call.requires_grad or call.traced or call.symbolic
        if (call.how == "numpy" and refused) or (call.how == "conversion" and call.traced):
            yield _raising_numpy(call)
    for broken in program.losses.breaks:
        if broken.reason == "numpy":
            framework = framework_of(broken)
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{broken.cut.op} leaves {_library(framework)}",
                "cut here: the result is a NumPy array, nothing is recorded",
                _instead(framework, broken.cut.op),
            )


def _library(framework: Framework) -> str:
    return {"torch": "PyTorch", "tensorflow": "TensorFlow", "jax": "JAX"}.get(framework, framework)


def _raising_numpy(call: HostCall) -> Draft:
    framework: Framework = call.lang  # type: ignore[assignment]
    if call.requires_grad:
        text = "RuntimeError: Can't call numpy() on Tensor that requires grad"
        hint = f"{_instead('torch', call.name)}, or .detach() first if no gradient is wanted"
    elif call.traced:
        text = "TracerArrayConversionError"
        hint = _instead("jax", call.name)
    else:
        text = "NotImplementedError: Cannot convert a symbolic tf.Tensor to a numpy array"
        hint = _instead("tensorflow", call.name)
    return Draft(
        call.place.node,
        f"{call.name} on a {_kind(call)} raises {text}",
        hint,
        framework,
        Severity.ERROR,
        story(call.array.node, None, call.place.node),
        "cut here: NumPy cannot follow the gradient",
        about=call,
    )


def _kind(call: HostCall) -> str:
    if call.traced:
        return "traced array"
    return "tensor that requires grad" if call.requires_grad else "symbolic tensor"


@detects("GL102")
def conversion(program: Program) -> Iterator[Draft]:
    """A tensor is turned into an ndarray or a list and the gradient with it."""
    for call in program.flow.host_calls:
        if call.how == "conversion" and call.requires_grad:
            yield Draft(
                call.place.node,
                f"{call.name} on a tensor that requires grad raises RuntimeError: Can't call numpy() on Tensor "
                "that requires grad",
                "stay in torch, or write .detach().numpy() if no gradient is wanted",
                "torch",
                Severity.ERROR,
                story(call.array.node, None),
                "cut here: a NumPy array carries no gradient",
                about=call,
            )
        elif call.how == "conversion" and call.symbolic:
            yield Draft(
                call.place.node,
                f"{call.name} inside a tf.function raises: a symbolic tensor has no value yet",
                "stay in TensorFlow here and convert outside of the tf.function",
                "tensorflow",
                Severity.ERROR,
                (),
                "cut here: the tensor has no value while the function is traced",
                about=call,
            )
    for broken in program.losses.breaks:
        if broken.reason == "conversion":
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{_call_name(broken)} turns {_what(broken)} into plain numbers",
                "cut here: what comes out carries no gradient",
                _conversion_help(broken),
            )


def _call_name(broken: Break) -> str:
    op = broken.cut.op
    return op if "." in op else f".{op}()"


def _what(broken: Break) -> str:
    return "the weights" if broken.cut.op == "get_weights" else "a recorded tensor"


def _conversion_help(broken: Break) -> str:
    if broken.cut.op == "get_weights":
        return "use .trainable_variables, which the tape follows"
    return "drop the conversion and go on with the tensor itself"


@detects("GL103")
def round_trip(program: Program) -> Iterator[Draft]:
    """Out to NumPy, computed there, and back again as a constant."""
    for call in program.flow.host_calls:
        if call.how == "buffer" and call.traced:
            yield Draft(
                call.place.node,
                "storing a traced array in a NumPy array raises ValueError: setting an array element with a sequence",
                "collect the values in a list and use jnp.stack, or write to a jnp array with .at[...].set(...)",
                "jax",
                Severity.ERROR,
                story(call.array.node, None),
                "cut here: a NumPy buffer cannot hold a tracer",
                about=call,
            )
    for broken in program.losses.breaks:
        if broken.reason == "buffer":
            yield broken_draft(
                broken,
                broken.cut.place.node,
                "a NumPy buffer keeps the value and drops the gradient",
                "cut here: stored as a plain number",
                "collect the tensors in a list and stack them (tf.stack, torch.stack), or use a TensorArray",
            )
        elif broken.reason == "stop" and framework_of(broken) != "jax":
            back = _coming_back(program, broken)
            if back is not None:
                yield broken_draft(
                    broken,
                    back,
                    "the value comes back from NumPy as a constant",
                    "cut here: computed in NumPy, so its derivative is missing",
                    "compute it in the framework, without the detour",
                )


def _coming_back(program: Program, broken: Break) -> cst.CSTNode | None:
    for each in program.losses.trace_of(broken.sink):
        found = re_entry(each, broken.cut)
        if found is not None:
            return found.place.node
    return None


@detects("GL104")
def python_scalar(program: Program) -> Iterator[Draft]:
    """A Python number stands where the loss needs the tensor."""
    for call in program.flow.host_calls:
        if call.needs_value and not call.guarded:
            yield Draft(
                call.place.node,
                f"{call.name} on a traced array raises ConcretizationTypeError",
                "keep the array; use jax.numpy instead of math",
                "jax",
                Severity.ERROR,
                story(call.array.node, None),
                "cut here: a tracer has no number to give",
                about=call,
            )
        elif call.how == "format" and call.traced:
            yield Draft(
                call.place.node,
                "formatting a traced array with a format specification raises TypeError",
                "use jax.debug.print, or format the result outside of the differentiated function",
                "jax",
                Severity.ERROR,
                (),
                "cut here: a tracer cannot be formatted",
                about=call,
            )
    for sink in program.flow.sinks:
        if sink.kind == "backward" and sink.array is not None and sink.array.lang == "python":
            if any(
                loss.cut.cut == "scalar" for each in program.losses.trace_of(sink) for loss in each.losses
            ):
                yield Draft(
                    sink.place.node,
                    "backward() on a Python number: .item() and float() give a float, which has no backward",
                    "call backward() on the tensor and .item() only for the log",
                    "torch",
                    Severity.ERROR,
                    (),
                    "asked for here, but only a float is left",
                    about=sink,
                )
    guarded = {call.place.node for call in program.flow.host_calls if call.guarded}
    for broken in program.losses.breaks:
        if broken.reason == "scalar" and not _on_number(broken) and broken.cut.place.node not in guarded:
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{_scalar_name(broken)} makes {_term(broken)} a constant",
                "cut here: a Python number carries no gradient",
                "keep the tensor in the loss; convert only what is logged",
            )


def _on_number(broken: Break) -> bool:
    array = broken.sink.array
    return (
        broken.sink.kind == "backward" and array is not None and (array.lang == "python" or rewrapped(broken))
    )


def _scalar_name(broken: Break) -> str:
    return ".item()" if broken.cut.op == "item" else f"{broken.cut.op}()"


def _term(broken: Break) -> str:
    return "this part of the loss" if not broken.total else "the loss"


@detects("GL105")
def tensor_copy(program: Program) -> Iterator[Draft]:
    """torch.tensor(t), tf.Variable(t), tf.constant(v): a copy without a past."""
    for broken in program.losses.breaks:
        if broken.reason == "copy" and not rewrapped(broken) and broken.cut.op != "torch.nn.Parameter":
            framework = framework_of(broken)
            name = broken.cut.op if broken.cut.op != "constant" else "tf.constant"
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{name} copies the value and leaves the gradient behind",
                "cut here: the copy has no history",
                _copy_help(broken, framework),
            )


def _copy_help(broken: Break, framework: Framework) -> str:
    if framework == "tensorflow":
        return "use tf.identity or tf.convert_to_tensor, which are recorded"
    several = len(broken.cut.edges) > 1
    return "use torch.stack, which keeps the graph" if several else "use the tensor itself, or .clone()"


@detects("GL106")
def rewrapped_loss(program: Program) -> Iterator[Draft]:
    """The loss is wrapped into a new leaf so that backward() no longer complains."""
    seen: set[cst.CSTNode] = set()
    for sink in program.flow.sinks:
        array = sink.array
        if sink.kind != "backward" or array is None or not array.leaf or not array.tracked:
            continue
        source = array.node.source
        lost = next((loss for each in program.losses.trace_of(sink) for loss in each.losses), None)
        if source is None or lost is None or lost.source is array.node:
            continue
        node = source.flagged.node if source.flagged is not None else array.node.place.node
        if node in seen:
            continue
        seen.add(node)
        before = (
            (DraftLabel("note", "here the loss lost its graph", lost.cut.place.node),)
            if source.flagged is not None
            else ()
        )
        yield Draft(
            node,
            "the loss is made into a new leaf: backward() runs, and no parameter gets a gradient",
            "delete this and mend the place where the loss lost its graph",
            "torch",
            Severity.ERROR,
            (*story(lost.source, sink.place, node), *before),
            "cut here: the graph behind the loss is gone",
            about=sink,
        )
