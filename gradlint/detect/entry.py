"""GL3: the gradient never enters: no flag, the wrong type, too late, or at a tensor nobody holds."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.detect.draft import Draft, DraftLabel, Program, detects, story
from gradlint.detect.misuses import Wording, worded
from gradlint.flow.facts import GradRead, Rebinding
from gradlint.flow.graph import GRADIENT, TORCH, Node, reachable
from gradlint.flow.values import Array
from gradlint.model import Severity

MOVES = frozenset({"to", "cpu", "type", "either", "float"})
"""Operations that may hand back the very same tensor."""


@detects("GL301")
def missing_requires_grad(program: Program) -> Iterator[Draft]:
    """backward() on something that depends on no leaf; an optimizer over plain tensors."""
    for sink in program.flow.sinks:
        array = sink.array
        if sink.kind not in ("backward", "step") or array is None or array.lang != "torch":
            continue
        traces = program.losses.trace_of(sink)
        if array.tracked or array.maybe or any(each.live or each.losses for each in traces):
            continue
        if any(node.op == GRADIENT for each in traces for node in each.flows):
            continue  # a gradient without a graph of its own is what is wrong
        yield Draft(
            sink.place.node,
            "element 0 of tensors does not require grad and does not have a grad_fn: nothing that this was computed "
            "from requires a gradient",
            "create what you want to differentiate by with requires_grad=True",
            "torch",
            Severity.ERROR,
            (),
            "asked for here, but it never entered",
            about=sink,
        )
    flagged = {flag.array.node for flag in program.flow.flags if flag.value is not False}
    for given in program.flow.optimizer_params:
        array = given.array
        if array.lang == "torch" and not array.tracked and not array.maybe and not array.parameter:
            if array.node not in flagged and not _has_source(array.node):
                yield Draft(
                    given.place.node,
                    f"the optimizer is given {_called(given.name)}, which does not require grad: it never changes",
                    "create it with requires_grad=True, or wrap it in nn.Parameter",
                    "torch",
                    Severity.WARNING,
                    (DraftLabel("note", "made without requires_grad", array.node.place.node),),
                    "asked for here, but it never enters",
                    about=given,
                )


def _has_source(node: Node) -> bool:
    """Whether anything behind the value could carry a gradient."""
    return any(each.source is not None for each in reachable([node], TORCH))


def _called(name: str) -> str:
    return f"`{name}`" if name else "a tensor"


@detects("GL302")
def integer(program: Program) -> Iterator[Draft]:
    """An integer tensor cannot carry a gradient."""
    texts = {
        "requires_grad": "raises RuntimeError: Only Tensors of floating point and complex dtype can require gradients",
        "parameter": "raises RuntimeError: Only Tensors of floating point and complex dtype can require gradients",
        "variable": "the tape gives None for an integer variable",
        "watch": "the dtype of the watched tensor must be floating: its gradient is None",
        "argument": "raises TypeError: grad requires real- or complex-valued inputs, but got int32",
    }
    for found in program.flow.integer_sources:
        help_ = "write 3.0 instead of 3, or give a floating dtype"
        if found.lang == "jax":
            help_ = "pass a float array, or use allow_int=True if float0 gradients are wanted"
        yield Draft(
            found.place.node,
            f"gradient of an integer: {texts[found.how]}",
            help_,
            found.lang,  # type: ignore[arg-type]
            Severity.ERROR,
            (),
            "an integer carries no gradient",
            about=found,
        )


@detects("GL303")
def typo(program: Program) -> Iterator[Draft]:
    """A misspelt requires_grad is just another attribute."""
    for found in program.flow.typos:
        yield Draft(
            found.place.node,
            f"`{found.attribute}` is no attribute of a tensor: it is stored and nothing else happens",
            "write requires_grad",
            "torch",
            Severity.ERROR,
            (),
            "the gradient does not enter here",
            about=found,
        )


@detects("GL304")
def late(program: Program) -> Iterator[Draft]:
    """The flag or the watch comes after the value was used."""
    for use in program.flow.tape_uses:
        if use.how == "watch-before-with":
            yield Draft(
                use.place.node,
                "watch() before the tape is entered raises AttributeError: 'NoneType' object has no attribute '_tape'",
                "call watch() inside the with block",
                "tensorflow",
                Severity.ERROR,
                (),
                "the tape is not recording yet",
                about=use,
            )
    for broken in program.losses.breaks:
        source = broken.source.source
        if broken.reason != "late" or source is None or source.flagged is None:
            continue
        torch = broken.sink.recorder.kind == "torch"
        word = "requires_grad is set" if torch else "watch() comes"
        yield Draft(
            source.flagged.node,
            f"{word} after {_called(source.name)} has been used: what was computed before is not recorded",
            "move this line up, before the first use",
            "torch" if torch else "tensorflow",
            Severity.WARNING if torch else Severity.ERROR,
            (
                DraftLabel("note", "used here, too early", broken.cut.place.node),
                DraftLabel("asked", "asked for here", broken.sink.place.node),
            ),
            "the gradient enters only here",
            about=broken,
        )


@detects("GL305")
def lost_leaf(program: Program) -> Iterator[Draft]:
    """A leaf is replaced by something computed from it."""
    for given in program.flow.optimizer_params:
        if _computed(given.array):
            yield Draft(
                given.place.node,
                f"{_called(given.name)} is not a leaf: raises ValueError: can't optimize a non-leaf Tensor",
                "compute the start value first, then call .requires_grad_()",
                "torch",
                Severity.ERROR,
                (DraftLabel("note", "computed here, so not a leaf", given.array.node.place.node),),
                "asked for here, but it is no leaf",
                about=given,
            )
    for flag in program.flow.flags:
        if flag.value is False and _computed(flag.array):
            yield Draft(
                flag.place.node,
                "requires_grad of a computed tensor cannot be switched off: raises RuntimeError: you can only change "
                "requires_grad flags of leaf variables",
                "use .detach()",
                "torch",
                Severity.ERROR,
                (),
                "not a leaf",
                about=flag,
            )
    optimised = {given.array.node for given in program.flow.optimizer_params}
    for read in program.flow.grad_reads:
        change = _rebinding(program, read)
        if change is not None and change.after.node not in optimised:
            yield Draft(
                change.place.node,
                f"`{change.name}` is no leaf any more after this line: its .grad stays None",
                "update in place under torch.no_grad(), or build the value first and then call .requires_grad_()",
                "torch",
                Severity.ERROR,
                (DraftLabel("asked", "its gradient is read here", read.place.node),),
                "the leaf is lost here",
                about=change,
            )
    yield from _rebound_variables(program)


def _computed(array: Array) -> bool:
    return (
        array.lang == "torch"
        and TORCH in array.tracked
        and not array.maybe
        and not array.leaf
        and array.node.op not in MOVES
        and array.node.source is None
    )


def _rebinding(program: Program, read: GradRead) -> Rebinding | None:
    """The assignment that made what is read into something computed."""
    if not _computed(read.array) or read.array.retains:
        return None
    stack, seen = [read.array.node], {read.array.node}
    while stack and len(seen) < 40:
        here = stack.pop()
        for change in program.flow.rebindings:
            if change.after.node is here and (here is read.array.node or change.name == read.name):
                return change
        # An in-place update keeps what was there; in a loop the name may have been lost turns ago.
        for edge in here.edges:
            if edge.role in ("kept", "value") and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return None


def _rebound_variables(program: Program) -> Iterator[Draft]:
    for bad in program.flow.bad_sources:
        change = rebound(program, bad.array)
        if bad.reason == "unwatched" and change is not None:
            yield Draft(
                change.place.node,
                f"`{change.name}` was a Variable and is a plain tensor after this line: the next tape gives None",
                "use assign_sub, which keeps the Variable",
                "tensorflow",
                Severity.ERROR,
                (DraftLabel("asked", "asked for here", bad.place.node),),
                "the variable is lost here",
                about=change,
            )


def rebound(program: Program, array: Array) -> Rebinding | None:
    """The assignment by which this was a variable no more; in a loop it may have come turns ago."""
    lost = {change.after.node: change for change in program.flow.rebindings if change.before.variable}
    stack, seen = [array.node], {array.node}
    while lost and stack and len(seen) < 40:
        here = stack.pop()
        change = lost.get(here)
        if change is not None and (
            here is array.node or array.node.op == "either" or array.name in ("", change.name)
        ):
            return change
        for edge in here.edges:
            if edge.role == "value" and edge.node not in seen:
                seen.add(edge.node)
                stack.append(edge.node)
    return None


@detects("GL306")
def grad_of_nonleaf(program: Program) -> Iterator[Draft]:
    """.grad of something computed is None."""
    for read in program.flow.grad_reads:
        if not _computed(read.array) or read.array.retains or _rebinding(program, read) is not None:
            continue
        if not read.certain and read.array.node.place.stack != read.place.stack:
            continue
        yield Draft(
            read.place.node,
            f"The .grad attribute of a Tensor that is not a leaf Tensor is being accessed: {_called(read.name)} is "
            "computed, so its .grad is None",
            "call .retain_grad() on it before backward()",
            "torch",
            Severity.WARNING,
            (DraftLabel("note", "computed here", read.array.node.place.node),),
            "asked for here, but only leaves keep their gradient",
            about=read,
        )


@detects("GL307")
def unwatched(program: Program) -> Iterator[Draft]:
    """The tape was never told to follow the source."""
    for bad in program.flow.bad_sources:
        if bad.reason == "integer" or rebound(program, bad.array) is not None:
            continue
        node = bad.place.node
        what = _called(bad.name)
        if bad.reason == "autowatch":
            assert bad.tape.place is not None
            node = bad.tape.place.node
            message = f"watch_accessed_variables=False and {what} is never watched: its gradient is None"
        elif bad.reason == "ndarray":
            message = f"{what} is a NumPy array: raises AttributeError: 'numpy.ndarray' object has no attribute '_id'"
        elif bad.reason == "number":
            message = f"{what} is a Python number: it cannot be a source"
        elif bad.reason == "nontrainable":
            message = f"{what} is not trainable and not watched: its gradient is None"
        else:
            message = f"{what} is a plain tensor that the tape does not watch: its gradient is None"
        if bad.reason in ("ndarray", "number"):
            help_ = "make it a tensor with tf.convert_to_tensor before the tape and watch it"
        else:
            help_ = f"call tape.watch({bad.name or 'x'}) first thing in the with block"
        yield Draft(
            node,
            message,
            help_,
            "tensorflow",
            Severity.ERROR,
            story(bad.array.node, bad.place, node),
            "asked for here, but the tape never followed it",
            about=bad,
        )


_LOST = "the gradient does not arrive here"
_UNREGISTERED = {
    "params-in-list": Wording(
        "`self.{detail}` is a plain Python container of nn.Parameter: parameters() does not find them",
        "use nn.ParameterList or nn.ParameterDict",
        _LOST,
    ),
    "modules-in-list": Wording(
        "`self.{detail}` is a plain Python container of modules: parameters() does not find their weights",
        "use nn.ModuleList or nn.ModuleDict",
        _LOST,
    ),
    "unregistered": Wording(
        "`self.{detail}` requires grad but is no nn.Parameter: parameters() does not list it, it is never trained",
        "wrap it in nn.Parameter",
        _LOST,
    ),
    "untracked": Wording(
        "Keras 3 does not track the tf.Variable `self.{detail}`: it is missing from trainable_variables",
        "use self.add_weight",
        _LOST,
    ),
}
_MADE_LATE = {
    "layer-in-forward": Wording(
        "{detail} is made anew at each call: its weights are never trained",
        "make it in __init__ and call it here",
        _LOST,
        Severity.WARNING,
    ),
    "variable-in-function": Wording(
        "tf.function only supports singleton tf.Variables created on the first call: raises ValueError",
        "create the Variable outside of the tf.function",
        _LOST,
    ),
}
_STALE = {
    "stale-parameters": Wording(
        "the optimizer was made before this and still holds the old weights: the new ones are never trained",
        "replace it first, then make the optimizer",
        _LOST,
        Severity.WARNING,
    ),
    "unbuilt": Wording(
        "the model has no variables yet: the list is empty and stays empty",
        "list them after the first call, or give the model an Input",
        _LOST,
    ),
}
_OFF_PATH = {
    "fresh-source": Wording(
        "the source is made in this call: it is a new tensor that the target does not depend on; its gradient is None",
        "name it before, inside the tape, and use that name",
        _LOST,
    ),
    "swapped-gradient": Wording(
        "target and sources are the other way round: the gradient of a variable with respect to the loss is None",
        "write tape.gradient(loss, variables)",
        _LOST,
    ),
    "all-variables": Wording(
        ".{detail} contains the moving averages of BatchNormalization, which have no gradient: None",
        "use .trainable_variables",
        _LOST,
        Severity.WARNING,
    ),
    "unused-argument": Wording(
        "the differentiated argument `{detail}` is never read: its gradient is zero",
        "use the argument instead of a value from outside",
        _LOST,
    ),
    "static-argument": Wording(
        "the differentiated argument {detail} is static for jit: ValueError: Non-hashable static arguments",
        "take it out of static_argnums",
        _LOST,
    ),
}


@detects("GL308")
def unregistered(program: Program) -> Iterator[Draft]:
    """Parameters where the library does not look for them."""
    yield from worded(program, _UNREGISTERED)


@detects("GL309")
def made_late(program: Program) -> Iterator[Draft]:
    """Weights that are new at each call."""
    yield from worded(program, _MADE_LATE)


@detects("GL310")
def stale_list(program: Program) -> Iterator[Draft]:
    """A list of parameters taken too early."""
    yield from worded(program, _STALE)


@detects("GL311")
def off_path(program: Program) -> Iterator[Draft]:
    """What is differentiated by is not what the result depends on."""
    yield from worded(program, _OFF_PATH)
    for sink in program.losses.disconnected():
        yield Draft(
            sink.place.node,
            "the target was not computed from this tensor: its gradient is None",
            "compute the target from the tensor that is asked for",
            "tensorflow",
            Severity.ERROR,
            (),
            "asked for here, but it is not on the path",
            about=sink,
        )
    for sink in program.losses.foreign():
        yield Draft(
            sink.place.node,
            "the target was computed with other variables, and with none of these: their gradients are None",
            "ask for the variables that the target was computed with",
            "tensorflow",
            Severity.ERROR,
            (),
            "asked for here, but they are not on the path",
            about=sink,
        )
