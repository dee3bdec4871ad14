"""GL2: something is overwritten that autograd still needs, or that cannot be overwritten."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.detect.draft import Draft, DraftLabel, Program, detects, story
from gradlint.detect.misuses import Wording, worded
from gradlint.flow.facts import Write
from gradlint.flow.graph import TORCH
from gradlint.flow.values import Array
from gradlint.model import Severity

ALLOWED_ON_LEAF = frozenset({"logical_and_", "logical_or_", "logical_xor_", "logical_not_"})
"""In-place methods that autograd does not refuse on a leaf."""


def _requires(array: Array) -> bool:
    return TORCH in array.tracked and not array.maybe


@detects("GL201")
def on_leaf(program: Program) -> Iterator[Draft]:
    """An in-place change of a leaf that requires grad, or of a view of one."""
    for write in program.flow.writes:
        if not write.recording or write.name in ALLOWED_ON_LEAF or write.silent:
            continue
        target, base = write.target, write.base
        if not write.certain and (base or target).node.source is not None and _made_by_module(base or target):
            continue
        if target.leaf and _requires(target):
            what, source = "a leaf that requires grad", target
            text = "a leaf Variable that requires grad is being used in an in-place operation"
            if write.how == "item":
                text = "a view of " + text
        elif base is not None and base.leaf and _requires(base) and _surely_view(write):
            what, source = "a view of a leaf that requires grad", base
            text = "a view of a leaf Variable that requires grad is being used in an in-place operation"
        else:
            continue
        yield Draft(
            write.place.node,
            f"in-place change of {what} raises RuntimeError: {text}",
            "wrap it in `with torch.no_grad():` if it is an update, else work on a new tensor",
            "torch",
            Severity.ERROR
            if target.leaf or (target.view and target.view.kind == "view")
            else Severity.WARNING,
            story(source.node, None, write.place.node),
            "overwrites the leaf",
            about=write,
        )


def _made_by_module(array: Array) -> bool:
    """A parameter: functions that fill or convert parameters are called under no_grad."""
    return array.node.source is not None and array.node.source.kind in ("module", "parameter")


def _surely_view(write: Write) -> bool:
    view = write.target.view
    return view is not None and view.kind in ("view", "multi", "maybe") and not _moved(write)


def _moved(write: Write) -> bool:
    """.to(), .cuda(), .contiguous(): nobody knows whether that is a copy."""
    return write.target.node.op in ("to", "cuda", "cpu", "contiguous", "type", "float", "double")


@detects("GL202")
def nonexistent(program: Program) -> Iterator[Draft]:
    """x.reshape_(): there is no such method."""
    for missing in program.flow.missing_methods:
        plain = missing.name.removesuffix("_")
        yield Draft(
            missing.place.node,
            f"'Tensor' object has no attribute '{missing.name}': there is no in-place form of {plain}",
            f"write x = x.{plain}(...)",
            "torch",
            Severity.ERROR,
            (),
            "raises AttributeError",
            about=missing,
        )


@detects("GL203")
def on_saved(program: Program) -> Iterator[Draft]:
    """Memory that backward needs is overwritten before backward runs."""
    for clobber in program.flow.clobbers:
        write = clobber.write
        if write.silent or _raises_at_once(write):
            continue
        at_sink = write.how == "step"
        node = clobber.sink.place.node if at_sink else write.place.node
        saver = clobber.saver.op.removesuffix("_")
        labels = [
            DraftLabel(
                "note", f"{saver} keeps its {clobber.what} for the backward pass", clobber.saver.place.node
            )
        ]
        if not at_sink:
            labels.append(DraftLabel("asked", "backward needs it here", clobber.sink.place.node))
        else:
            labels.append(DraftLabel("note", "the optimizer overwrites it here", write.place.node))
        yield Draft(
            node,
            f"{'backward after step()' if at_sink else 'in-place change'}: one of the variables needed for gradient "
            f"computation has been modified by an inplace operation (saved by {saver})",
            "step once after all backward passes" if at_sink else "use the out-of-place operation",
            "torch",
            Severity.ERROR,
            tuple(label for label in labels if label.node is not node),
            "overwrites what backward needs"
            if not at_sink
            else "asked for here, but the weights have changed",
            about=clobber,
        )


def _raises_at_once(write: Write) -> bool:
    """The write itself fails, so nothing later can."""
    view = write.target.view
    if not write.recording or not _requires(write.target):
        return False
    return write.target.leaf or _of_leaf(write) or (view is not None and view.kind == "multi")


@detects("GL204")
def on_shared_view(program: Program) -> Iterator[Draft]:
    """A write through a view that several elements or several views share."""
    for write in program.flow.writes:
        view = write.target.view
        if view is None:
            continue
        if view.kind == "expand" and write.how != "item":
            yield _shared(
                write,
                "in-place change of an expanded tensor raises RuntimeError: unsupported operation: more than one "
                "element of the written-to tensor refers to a single memory location",
                "add .clone() after expand",
                "one memory cell stands for many elements",
                Severity.ERROR if write.target.shape is not None else Severity.WARNING,
            )
        elif view.kind == "multi" and write.recording and _requires(write.target) and not _of_leaf(write):
            yield _shared(
                write,
                "in-place change of one of several views raises RuntimeError: This view is the output of a function "
                "that returns multiple views",
                "use the out-of-place operation: a = a + 1",
                "one of several views of the same tensor",
                Severity.ERROR,
            )
        elif write.stale and write.recording and write.value_tracked:
            yield _shared(
                write,
                "the view was taken before a gradient came into its memory through another view: RuntimeError: a leaf "
                "Variable that requires grad is being used in an in-place operation",
                "write through the base tensor: base[...] = value",
                "a stale view",
                Severity.ERROR,
            )


def _of_leaf(write: Write) -> bool:
    return write.base is not None and write.base.leaf and _requires(write.base)


def _shared(write: Write, message: str, help_: str, cut: str, severity: Severity) -> Draft:
    return Draft(write.place.node, message, help_, "torch", severity, (), cut, about=write)


@detects("GL205")
def out_argument(program: Program) -> Iterator[Draft]:
    """out= refuses to work with autograd."""
    for use in program.flow.out_arguments:
        if not use.certain:
            continue
        short = use.function.rpartition(".")[2]
        yield Draft(
            use.place.node,
            f"{short}(): functions with out=... arguments don't support automatic differentiation, but one of the "
            "arguments requires grad",
            "drop out= and assign the result",
            "torch",
            Severity.ERROR,
            story(use.array.node, None),
            "raises RuntimeError",
            about=use,
        )


@detects("GL207")
def immutable(program: Program) -> Iterator[Draft]:
    """x[i] = v on a JAX array or a TensorFlow tensor."""
    for write in program.flow.item_writes:
        if write.array.lang == "jax":
            message = "JAX arrays are immutable and do not support in-place item assignment"
            help_ = "write x = x.at[i].set(v)"
        else:
            kind = "ResourceVariable" if write.array.variable else "EagerTensor"
            message = f"'{kind}' object does not support item assignment"
            help_ = "use tf.tensor_scatter_nd_update, or x[i].assign(v) on a Variable outside of the gradient path"
        yield Draft(
            write.place.node,
            f"{message}: raises TypeError",
            help_,
            "jax" if write.array.lang == "jax" else "tensorflow",
            Severity.ERROR,
            (),
            "raises TypeError",
            about=write,
        )


@detects("GL206")
def silent_write(program: Program) -> Iterator[Draft]:
    """A write that autograd does not see, to something it will use."""
    for clobber in program.flow.clobbers:
        if clobber.write.silent and clobber.write.certain:
            yield Draft(
                clobber.write.place.node,
                f"a write through .data between forward and backward: {clobber.saver.op.removesuffix('_')} will use "
                "the new value and the gradient is silently wrong",
                "move it behind backward(), or use torch.no_grad() so that autograd notices",
                "torch",
                Severity.WARNING,
                (DraftLabel("asked", "backward uses it here", clobber.sink.place.node),),
                "overwrites what backward needs, unnoticed",
                about=clobber,
            )


@detects("GL209")
def assigned(program: Program) -> Iterator[Draft]:
    """A variable in the middle of the path holds a number, not a computation."""
    for broken in program.losses.breaks:
        if broken.reason == "state" and broken.total and broken.cut.op.startswith("assign"):
            yield Draft(
                broken.cut.place.node,
                f"{broken.cut.op}() stores a value: reading the variable again does not lead back to what it was "
                "computed from; its gradient is None",
                "go on with the tensor itself and assign it after the tape",
                "tensorflow",
                Severity.ERROR,
                story(broken.source, broken.sink.place),
                "cut here: the variable keeps the number only",
                about=broken,
            )


_DISCARDED = {
    "discarded": Wording(
        "{detail} returns a new value; here it is thrown away and nothing changes",
        "assign the result: x = x.at[i].set(v)",
        "the update is lost here",
    ),
    "raw-gradients": Wording(
        "optax.apply_updates adds what it is given: with raw gradients every step goes uphill",
        "pass the updates that optimizer.update() returns",
        "gradients applied as they are",
    ),
    "stale-state": Wording(
        "the optimizer state is not rebound: each step starts from the first state again",
        "write updates, opt_state = optimizer.update(grads, opt_state)",
        "the new state is lost here",
        Severity.WARNING,
    ),
}


@detects("GL208")
def discarded(program: Program) -> Iterator[Draft]:
    """A functional update whose result nobody keeps changes nothing."""
    yield from worded(program, _DISCARDED)
