"""The numbers of a verdict are those of the quantity that the finding names; and a line that is idle clears nothing."""

from __future__ import annotations

import ast
import re
from textwrap import dedent

import pytest

from gradlint.confirm.outcomes import PairOutcome
from gradlint.confirm.runner.pairs.find.finite import differencing_of
from gradlint.confirm.runner.pairs.forms.differing import check_differences
from gradlint.confirm.runner.pairs.run.unit import execute
from gradlint.confirm.verdicts import verdict_of_report
from tests.support.cases import CASES
from tests.support.runner import confirm
from tests.test_oracle import job
from tests.test_verdicts import executed, only

IDLE = {
    "a penalty that is not reached yet": """
        import torch

        w = torch.tensor([0.5, -0.3], requires_grad=True)
        loss = (w - 1).pow(2).sum() + 0.1 * torch.relu(w.abs().sum() - 20.0).item()
        loss.backward()
        """,
    "a weight that is still 0": """
        import torch
        from torch import nn

        net = nn.Linear(3, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        for step in range(3):
            warm = step / 10
            out = net(torch.ones(4, 3))
            loss = out.pow(2).mean() + warm * float(net.weight.pow(2).sum())
            opt.zero_grad()
            loss.backward()
            opt.step()
        """,
    "in TensorFlow": """
        import tensorflow as tf

        w = tf.Variable([0.3, 0.4])
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((w - 1.0) ** 2) + 0.1 * float(tf.nn.relu(tf.reduce_sum(w) - 10.0))
        grads = tape.gradient(loss, w)
        """,
}


@pytest.mark.parametrize("name", IDLE)
def test_a_line_that_adds_nothing_in_this_run_is_neither_proven_nor_cleared(name: str) -> None:
    verdict, report = only(IDLE[name], "GL104")
    assert verdict.kind == "inconclusive", (verdict, report["attempts"])


NOT_IN_IT = """
import torch

w = torch.tensor([0.5, -0.3], requires_grad=True)
shown = {shown}
loss = (w - 1).pow(2).sum(){used}
loss.backward()
print(shown)
"""


@pytest.mark.parametrize(
    ("shown", "used"),
    [
        ("w.pow(2).sum().item()", ""),
        ("torch.ones(3).sum().item()", " * shown"),
        ("w.abs()", " + shown.sum()"),
    ],
    ids=["only printed", "the same wherever the source is", "with its part in the gradient"],
)
def test_what_takes_no_gradient_away_is_cleared(shown: str, used: str) -> None:
    source = NOT_IN_IT.format(shown=shown, used=used).replace(
        "requires_grad=True)", "requires_grad=True)  # enters"
    )
    verdict = verdict_of_report(confirm(job("torch", "GL104", source, shown, names=("w",))))
    assert verdict.kind == "refuted", verdict


LATER = """
    import torch

    class Exp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = x.exp()
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx, grad):
            (y,) = ctx.saved_tensors
            return grad * y.detach()

    x = torch.tensor([0.5], requires_grad=True)
    loss = (Exp.apply(x) ** 2).sum()
    (slope,) = torch.autograd.grad(loss, x, create_graph=True)
    (curvature,) = torch.autograd.grad(slope.sum(), x)
    """
RANDOM = """
    import torch
    from torch import nn

    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
    loss = critic(torch.randn(5, 3)).mean()
    for p in critic.parameters():
        p.data.clamp_(-0.1, 0.1)
    loss.backward()
    """


ROUNDS = """
    import torch
    from torch import nn

    class Critic(nn.Module):
        def __init__(self, width=8):
            super().__init__()
            self.layers = nn.ModuleList([nn.Linear(2, width), nn.Linear(width, 1)])

        def forward(self, x):
            return self.layers[1](torch.tanh(self.layers[0](x)))

    def judge(critic, generator, opt, real, noise, bound):
        opt.zero_grad()
        with torch.no_grad():
            fake = generator(noise)
        score = critic(real).mean() - critic(fake).mean()
        for weight in critic.parameters():
            weight.data.clamp_(-bound, bound)
        (-score).backward()
        opt.step()
        return score.item()

    torch.manual_seed(3)
    critic, generator = Critic(), nn.Linear(4, 2)
    opt = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
    for _ in range(3):
        judge(critic, generator, opt, torch.randn(6, 2), torch.randn(6, 4), 0.1)
    """


@pytest.mark.parametrize(("source", "code"), [(LATER, "GL803"), (RANDOM, "GL206"), (ROUNDS, "GL206")])
def test_the_fix_is_shown_by_the_number_that_was_missing(source: str, code: str) -> None:
    verdict, _ = only(source, code)
    assert verdict.kind == "confirmed", verdict
    wrong, expected, right = (re.findall(r"-?\d+\.\d+", line)[-1] for line in verdict.evidence)
    assert expected == right != wrong, verdict.evidence


ADVERSARIES = """
    import torch
    from torch import nn

    torch.manual_seed(0)
    gen, disc = nn.Linear(3, 2), nn.Linear(2, 1)
    players = [torch.optim.SGD(net.parameters(), lr=0.1) for net in (gen, disc)]
    for _ in range(2):
        fake = gen(torch.randn(4, 3)).detach()
        disc(fake).mean().backward()
        players[1].step()
        players[0].zero_grad()
        (-disc(fake).mean()).backward()  # asked
        players[0].step()
    """


def test_what_another_call_gives_with_the_fix_is_not_the_gradient_that_was_missing() -> None:
    """Without the cut the first backward() frees the graph, and the second, which is the one at fault, raises."""
    report = confirm(
        job(
            "torch",
            "GL401",
            ADVERSARIES,
            "gen(torch.randn(4, 3)).detach()",
            dedent(ADVERSARIES).replace(".detach()", ""),
            names=("gen.weight",),
        )
    )
    verdict = verdict_of_report(report)
    assert (verdict.kind, report["after_fix"]) == ("confirmed", None), verdict
    assert verdict.reason == "the gradient is None (the fix alone makes this call raise)"


def test_a_fix_must_mend_the_call_that_is_wrong() -> None:
    """The first call is right with and without it."""
    source = """
        import torch
        w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
        first = torch.autograd.grad((w ** 2).sum(), w)
        part = w.detach()
        second = torch.autograd.grad((w * part).sum(), w)
        """
    useless = dedent(source).replace("w.detach()", "w.clone().detach()")
    report = confirm(job("torch", "GL401", source, "w.detach()", useless, names=("w",)))
    verdict = verdict_of_report(report)
    assert verdict.kind != "confirmed", (verdict, report["attempts"])


def test_a_graph_that_is_kept_is_counted_before_and_after() -> None:
    source = """
        import torch
        from torch import nn

        net, kept = nn.Linear(2, 1), []
        for _ in range(4):
            loss = net(torch.ones(3, 2)).mean()
            loss.backward()
            kept.append(loss)
        """
    verdict, _ = only(source, "GL604")
    counted = [re.sub(r"\d+", "N", line) for line in verdict.evidence]
    what = "operations of earlier graphs that are still in memory at the end: N"
    assert counted == [f"as written: {what}", f"after the fix: {what}"]
    assert verdict.evidence[1].endswith(": 0") and not verdict.evidence[0].endswith(": 0")


PAIRED = """
    import tensorflow as tf

    one, other = tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)
    opt = tf.keras.optimizers.SGD(0.1)
    x = tf.random.normal((4, 3), seed=1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(other(one(x)) ** 2)
    grads = tape.gradient(loss, {asked}.trainable_variables)
    opt.apply_gradients(zip(grads, one.trainable_variables))
    """


def test_a_variable_that_is_moved_by_the_gradient_of_another_is_seen() -> None:
    verdict, _ = only(PAIRED.format(asked="other"), "GL505")
    assert verdict.kind == "confirmed", verdict
    assert "which line 8 gave as the gradient of dense_1" in verdict.evidence[0]
    assert not executed(PAIRED.format(asked="one"))
    right = dedent(PAIRED.format(asked="one"))
    report = confirm(
        job("tensorflow", "GL505", right, "opt.apply_gradients(zip(grads, one.trainable_variables))")
    )
    assert verdict_of_report(report).kind != "confirmed"


def test_what_a_backward_gives_nothing_for_is_said_where_it_is_called_right() -> None:
    outcome = PairOutcome(
        "Scale",
        "Scale.backward",
        "torch",
        "torch",
        "right",
        3,
        (1, 9),
        relative=1e-12,
        note="gives None for gain",
    )
    assert (
        outcome.described() == "Scale / Scale.backward, largest relative error 1.0e-12, gives None for gain"
    )


def test_differences_of_a_function_of_the_program_are_taken_again() -> None:
    source = """
        import numpy as np

        def loss(params, x):
            return float(np.sum((x @ params["w"]) ** 2))

        def slopes(params, x, eps=1e-5):
            found = {name: np.zeros_like(each) for name, each in params.items()}
            for name in params:
                for at in np.ndindex(params[name].shape):
                    plus, minus = dict(params), dict(params)
                    plus[name] = plus[name]__COPY__
                    minus[name] = minus[name]__COPY__
                    plus[name][at] += eps
                    minus[name][at] -= eps
                    found[name][at] = (loss(plus, x) - loss(minus, x)) / (2 * eps)
            return found

        slopes({"w": np.ones(3)}, np.arange(6.0).reshape(2, 3))
        """
    for copied, entries in (("", 1), (".copy()", 0)):
        text = dedent(source).replace("__COPY__", copied)
        tree = ast.parse(text)
        watched = {node.name for node, _ in differencing_of(tree)}
        done = execute(tree, text, "program.py", [], None, 5.0, watched)
        found = check_differences(tree, done)
        assert [each["verdict"] for each in found] == ["wrong"] * entries


def test_a_tensor_without_its_flag_is_proven_by_what_it_is_not_given() -> None:
    source = """
        import torch
        from torch import nn

        net = nn.Linear(3, 1)
        image = torch.tensor([0.2, 0.4, 0.1])
        net(image).sum().backward()
        step = image.grad
        """
    verdict, _ = only(source, "GL301")
    assert verdict.kind == "confirmed", verdict
    assert verdict.evidence[0] == "as written: the gradient of image is None"


PROVEN = {
    "GL303/torch/flag-on-a-layer": "body.requires_grad is False, requires_grad is still True for 2 of the 2 parameters",
    "GL309/torch/parameter-of-each-pass": "a new Parameter of shape (1,) gets a gradient",
    "GL403/torch/rounded-to-a-bin": "with chooser.weight moved",
    "GL403/torch/entry-of-a-parameter": "with encoder.weight moved",
    "GL411/torch/estimator-inside-its-stop": "with encoder.weight moved",
    "GL603/torch/two-losses-after-one-shared-pass": "second time",
}
"""Cases, and what each of them is confirmed by."""


@pytest.mark.parametrize("name", PROVEN)
def test_a_case_is_proven_by_what_its_message_says(name: str) -> None:
    code = name.partition("/")[0]
    verdicts = executed((CASES / f"{name}.py").read_text(encoding="utf-8"))
    said = [verdict for (_, rule), (verdict, _) in verdicts.items() if rule == code]
    assert said and {each.kind for each in said} == {"confirmed"}, said
    assert any(PROVEN[name] in line for line in said[0].evidence), said


def test_a_flag_of_a_module_that_its_parameters_have_is_not_ignored() -> None:
    source = """
        import torch
        from torch import nn

        body = nn.Linear(3, 1)
        body.requires_grad = True  # flag
        body(torch.ones(2, 3)).sum().backward()
        """
    report = confirm(job("torch", "GL303", source, "body.requires_grad = True"))
    assert verdict_of_report(report).kind != "confirmed", report["as_written"]
