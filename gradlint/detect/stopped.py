"""GL4: the gradient is stopped on the way, by name or by nature of the operation."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.detect.broken import broken_draft, framework_of, rewrapped
from gradlint.detect.draft import LANGS, Draft, DraftLabel, Program, detects
from gradlint.detect.misuses import Wording, worded
from gradlint.flow.losses import Break
from gradlint.flow.ways import live_nodes, re_entry
from gradlint.model import Severity


@detects("GL401")
def detached(program: Program) -> Iterator[Draft]:
    """detach, .data, stop_gradient on the only path."""
    words = {
        "data": ".data",
        "detach": ".detach()",
        "detach_": ".detach_()",
        "stop_gradient": "stop_gradient",
    }
    for broken in program.losses.breaks:
        if broken.reason not in ("stop", "data") or rewrapped(broken) or _round_trip(program, broken):
            continue
        if broken.reason == "stop" and not broken.total:
            continue
        yield broken_draft(
            broken,
            broken.cut.place.node,
            f"{words.get(broken.cut.op, broken.cut.op)} cuts {'the only path' if broken.total else 'one path'} "
            "from the source to the loss",
            "cut here",
            f"remove {words.get(broken.cut.op, broken.cut.op)} here, or detach only what is logged",
        )


def _round_trip(program: Program, broken: Break) -> bool:
    return any(re_entry(each, broken.cut) is not None for each in program.losses.trace_of(broken.sink))


@detects("GL402")
def no_grad(program: Program) -> Iterator[Draft]:
    """Computed while nothing was recorded."""
    for broken in program.losses.breaks:
        if rewrapped(broken):
            continue
        if broken.reason == "paused":
            yield _paused(broken)
        elif broken.reason == "stopped":
            block = broken.cut.paused_by(broken.sink.recorder)
            assert block is not None
            yield broken_draft(
                broken,
                broken.cut.place.at_depth(len(block.stack)),
                "computed under stop_recording",
                "cut here: the tape is not recording",
                "move it out of the stop_recording block",
                Severity.ERROR,
            )
        elif broken.reason == "reset":
            place = broken.cut.dropped_by(broken.sink.recorder, broken.sink.moment)
            assert place is not None
            yield broken_draft(
                broken,
                place.node,
                "tape.reset() drops what was recorded before",
                "cut here: the tape forgets",
                "remove the reset, or compute everything after it",
                Severity.ERROR,
            )


def _paused(broken: Break) -> Draft:
    """Point at what switched recording off, or at the operation inside its block."""
    pause = broken.cut.pause
    assert pause is not None
    depth = len(pause.place.stack)
    if pause.style == "call":
        node = pause.place.node
        message = "gradients are switched off here and never on again"
        help_ = "use it as a context manager: with torch.set_grad_enabled(False):"
    elif pause.style == "decorator":
        node = broken.cut.place.at_depth(depth)
        message = "the called function is decorated with no_grad"
        help_ = "remove the decorator, or call an undecorated function in training"
    else:
        node = broken.cut.place.at_depth(depth)
        message = "computed under no_grad" if not pause.inference else "computed under inference_mode"
        help_ = "move it out of the no_grad block"
    return broken_draft(broken, node, message, "cut here: nothing is recorded", help_)


@detects("GL403")
def nondifferentiable(program: Program) -> Iterator[Draft]:
    """argmax, round, a comparison, an integer cast: nothing to differentiate."""
    for broken in program.losses.breaks:
        if broken.reason not in ("integer", "zero", "shuffle") or rewrapped(broken):
            continue
        if not broken.total and broken.reason != "shuffle":
            continue
        zero = broken.reason == "zero"
        yield broken_draft(
            broken,
            broken.cut.place.node,
            f"{broken.cut.op} {'has a zero gradient everywhere' if zero else 'has no gradient'}"
            f"{' and is the only path' if broken.total else ''}",
            "cut here: the gradient is zero" if zero else "cut here: not differentiable",
            _instead(broken),
            Severity.WARNING if zero else None,
        )


def _instead(broken: Break) -> str:
    if broken.reason == "shuffle":
        return "shuffle the indices and gather: tf.gather(t, tf.random.shuffle(tf.range(n)))"
    return "use a soft version (softmax, sigmoid), or a straight-through estimator: x + stop(f(x) - x)"


@detects("GL404")
def unimplemented(program: Program) -> Iterator[Draft]:
    """The operation has no derivative: backward raises."""
    for sink, each in program.losses.traces:
        for node in live_nodes(each):
            if node.unimplemented:
                framework = LANGS.get(sink.recorder.kind, "torch")
                yield Draft(
                    node.place.node,
                    f"derivative for {node.op} is not implemented: asking for the gradient raises",
                    "write it with operations that have a derivative",
                    framework,
                    Severity.ERROR,
                    (DraftLabel("asked", "asked for here", sink.place.node),),
                    "cut here: no derivative",
                    about=node,
                )


@detects("GL405")
def sampled(program: Program) -> Iterator[Draft]:
    """A draw is not a function of the parameters it was drawn with."""
    for broken in program.losses.breaks:
        if broken.reason == "sample" and not rewrapped(broken):
            torch = framework_of(broken) == "torch"
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{broken.cut.op}() draws without a gradient",
                "cut here: a sample has no derivative",
                "use rsample(), or the score function with log_prob"
                if torch
                else "use Gumbel-softmax, or log-probabilities",
            )


_INFERENCE = {
    "inference": Wording(
        "{detail} must save a tensor that was made under inference_mode: RuntimeError: Inference "
        "tensors cannot be saved for backward",
        "make it under torch.no_grad(), or clone() it first",
        "saved here",
    ),
}


@detects("GL406")
def inference_tensor(program: Program) -> Iterator[Draft]:
    """A tensor made under inference_mode is needed for backward."""
    yield from worded(program, _INFERENCE)


_REENTRANT = {
    "reentrant": Wording(
        "None of the inputs have requires_grad=True: with use_reentrant=True the checkpointed weights get no gradient",
        "pass use_reentrant=False",
        "cut here: nothing to follow",
        Severity.WARNING,
    ),
}


@detects("GL407")
def reentrant(program: Program) -> Iterator[Draft]:
    """Reentrant checkpointing follows its inputs, and none of them requires grad."""
    yield from worded(program, _REENTRANT)
