"""What a broken gradient means for whoever requested it: framework, consequence, severity."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.lost_gradients.lost import Break
from gradlint.core.model import Framework, Severity
from gradlint.rules.shared.draft import LANGS, Draft, named, story


def framework_of(broken: Break) -> Framework:
    recorder = broken.sink.recorder
    return "torch" if recorder.torch else LANGS.get(recorder.kind, "torch")


def is_hopeless(broken: Break) -> bool:
    """No path at all is left to the target of a tape, so that it does not matter what is asked for."""
    return broken.raises and broken.sink.kind == "tape"


def consequence(broken: Break) -> str:
    """What the user will see."""
    framework, source = framework_of(broken), named(broken.source)
    if not broken.total and broken.reason == "integer":
        return f"no gradient from this term reaches {source}"  # a step has none: what is left is right
    if not broken.total:
        return f"the gradient of {source} is silently wrong"
    if framework == "jax" or broken.reason == "zero" or broken.sink.recorder.torch:
        return f"the gradient of {source} is zero"
    if is_hopeless(broken):
        return "nothing gets a gradient"
    if framework == "tensorflow":
        return f"the gradient of {source} is None"
    if broken.raises:
        return "backward() raises: nothing requires grad"
    return f"{source} {'get' if source.startswith('the weights') else 'gets'} no gradient"


def severity_of(broken: Break) -> Severity:
    """An error where every fact is known; of a model that nobody sees, that it can be trained is only likely."""
    source = broken.source.source
    guessed = broken.sink.recorder.kind == "torch" and source is not None and source.kind == "unknown"
    sure = broken.total and broken.sink.certain and (broken.raises or broken.sink.asked is not None)
    return Severity.ERROR if sure and not guessed else Severity.WARNING


def broken_draft(
    broken: Break, node: cst.CSTNode, message: str, cut: str, help_: str, severity: Severity | None = None
) -> Draft:
    return Draft(
        node,
        f"{message}; {consequence(broken)}",
        help_,
        framework_of(broken),
        severity or severity_of(broken),
        story(broken.source, broken.sink.place, node),
        cut,
        about=broken,
    )


def rewrapped(broken: Break) -> bool:
    """The target itself is a new leaf: whatever was behind it is gone."""
    array = broken.sink.array
    return (
        broken.sink.kind == "backward"
        and array is not None
        and array.leaf
        and bool(array.tracked)
        and array.node.source is not None
    )
