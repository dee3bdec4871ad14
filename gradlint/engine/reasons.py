"""The words of `gradlint explain`: why a gradient ends, who requests one, and what nobody knows."""

from __future__ import annotations

from gradlint.analysis.lost_gradients.explained import Loss, Obstacle

REASONS: dict[Obstacle, str] = {
    "numpy": "NumPy computes outside of the framework, so the gradient ends here",
    "conversion": "a NumPy array or a list carries no gradient",
    "buffer": "stored into a NumPy array, which carries no gradient",
    "scalar": "a Python number carries no gradient",
    "copy": "this copy has no connection to the original",
    "data": "`.data` leaves the graph",
    "stop": "stops the gradient",
    "integer": "an integer or boolean result has no gradient",
    "zero": "the gradient of this operation is zero everywhere",
    "shuffle": "exchanges elements in a way that has no gradient",
    "sample": "a random draw that is not reparameterised has no gradient",
    "host": "a callback into Python has no gradient",
    "state": "stores or reads a state, which carries no gradient",
    "paused": "recording is switched off here",
    "outside": "not recorded: this runs outside of the tape or transformation",
    "stopped": "not recorded: inside stop_recording()",
    "reset": "forgotten by tape.reset()",
    "late": "the input was not followed yet when this ran",
    "selects": "only selects elements; an index or a mask gets no gradient",
    "frozen": "requires_grad is False when this runs",
}
REQUESTS = {
    "forward": "returned by forward(); whoever calls it may request the gradient",
    "keras": "gradient requested by fit()",
    "jax": "gradient requested here",
}
UNSEEN = "code that gradlint does not see is assumed to be differentiable"
PARTIAL = "the analysis limit was reached; more may be going on in this file"
ALONE = "functions that nothing in this file calls are followed with arguments about which nothing is known"
NOT_SEEN = "not known"
"""How a step begins that speaks of code which is not seen."""


def reason(loss: Loss) -> str:
    tape = loss.recorder is not None and loss.recorder.kind == "tape"
    if loss.reason == "late" and tape:
        return "the tape does not watch what goes in here"
    if loss.reason == "outside":
        return f"not recorded: this runs outside of the {'tape' if tape else 'transformation'}"
    return REASONS[loss.reason]
