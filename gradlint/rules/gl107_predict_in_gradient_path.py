"""GL107: model.predict, metric.result(): numbers about the model, not functions of its weights."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.broken import broken_draft
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for broken in program.lost.breaks:
        predicts = broken.cut.op.startswith("predict")
        if broken.reason == "state" and (broken.total or predicts) and not broken.cut.op.startswith("assign"):
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{broken.cut.op}() gives {'a NumPy array' if predicts else 'the state of a metric'}, "
                "which the tape has not recorded",
                "cut here: not recorded by the tape",
                "call the model: model(x, training=True)"
                if predicts
                else "use the loss function, not the metric",
            )


def fix(bench: Bench) -> Patch | None:
    call, broken = bench.node, bench.draft.about
    found = method(call)
    if not isinstance(call, cst.Call) or not isinstance(broken, Break):
        return None
    if found is not None and found[1].startswith("predict"):
        given = positional(call, 0)
        if given is None:
            return None
        written = f"{bench.code(found[0])}({bench.argument(given)})"
        return bench.patch("Call the model", "unsafe", [bench.replace(call, written)])
    if found is not None and found[1] == "result":
        return _measured(bench, call, found[0])
    if bench.called(call.func).endswith("_accuracy"):
        smooth = bench.called(call.func).replace("metrics", "losses").replace("_accuracy", "_crossentropy")
        name = bench.name(smooth)
        return bench.patch("Use a loss", "display", [bench.replace(call.func, name)]) if name else None
    return None


def _measured(bench: Bench, call: cst.Call, metric: cst.BaseExpression) -> Patch | None:
    """What the metric was given, through the loss that belongs to it."""
    updates = [
        node
        for node in walk(bench.text.function(call))
        if (found := method(node)) is not None
        and found[1] == "update_state"
        and found[0].deep_equals(metric)
        and isinstance(node, cst.Call)
    ]
    made = next(
        (
            bench.called(node.value.func)
            for node in walk(bench.text.module)
            if isinstance(node, cst.Assign)
            and isinstance(node.value, cst.Call)
            and node.targets[0].target.deep_equals(metric)
        ),
        "",
    )
    if len(updates) != 1 or not made.startswith("keras.metrics."):
        return None
    given = [bench.written(arg) for arg in updates[0].args]
    if made == "keras.metrics.Mean" and len(given) == 1:
        written = given[0]
    else:
        loss = bench.name(made.replace("metrics", "losses"))
        if loss is None or len(given) < 2:
            return None
        written = f"{loss}()({', '.join(given[:2])})"
    return bench.patch("Use the loss, not the metric", "unsafe", [bench.replace(call, written)])
