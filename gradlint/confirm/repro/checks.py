"""Which check belongs to what a run has shown."""

from __future__ import annotations

from gradlint.confirm.repro import gradients, surroundings, training
from gradlint.confirm.repro.listeners import beginning
from gradlint.confirm.repro.parts import Check, Record


def check_of(framework: str, record: Record, script: str, device: str) -> Check | None:
    """The check that a file makes by itself; None where the program only runs."""
    about = record.get("about", "nothing")
    record = {**record, "label": _quotable(str(record.get("label", "")))}
    if about == "gradient":
        return gradients.by_differences(framework, record, script, device)
    if about == "pushed":
        return gradients.at_the_edge(framework, record, script, device)
    if about == "beside":
        return gradients.beside(framework, record, script, device)
    if about == "steps":
        return training.steps(record, device)
    if about == "sum":
        return training.summed(framework, record, device)
    if about == "flag":
        return surroundings.flag(record, device)
    if about == "made":
        return surroundings.made(record, device)
    if about == "loose":
        return surroundings.loose(record, device)
    if about == "held":
        return surroundings.held(record, device)
    if about == "registered":
        return surroundings.registered(framework, record, device)
    if about == "kept":
        return training.kept(record, script, device)
    if about == "empty":
        return surroundings.empty(framework, record, script, device)
    if about == "bound":
        return surroundings.bound(framework, record, script, device)
    if about == "frozen":
        return surroundings.frozen(framework, record, device)
    return None


def _quotable(label: str) -> str:
    """A label that can stand in an f-string between double quotes."""
    return label.replace("\\", "/").replace('"', "'").replace("{", "(").replace("}", ")")


def seeds(framework: str, record: Record, device: str) -> Check:
    """Nothing but the seeds, for a program that fails by itself."""
    return Check(before=beginning(framework, record, device))
