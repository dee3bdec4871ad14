"""Verdicts that can be believed: what proves a finding, what clears it, and what does neither.

Each program is linted, and every finding in it is executed by the runner as in `gradlint --confirm`, only without the
sandbox. Most are programs as people write them for which a wrong verdict was once given, and relatives of those.
"""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from gradlint.confirm.expectation import expectation_of
from gradlint.confirm.handwritten import is_sure
from gradlint.confirm.options import Options
from gradlint.confirm.outcomes import PairOutcome
from gradlint.confirm.plan import job_of
from gradlint.confirm.runner.execute.errors import Problem, proves
from gradlint.confirm.runner.execute.finite_differences import SINGLE, Slope
from gradlint.confirm.runner.execute.finite_differences import judged as judged_by
from gradlint.confirm.runner.execute.program import Focus, focus_of
from gradlint.confirm.runner.execute.shortened import ended_before
from gradlint.confirm.session import not_refutable
from gradlint.confirm.verdicts import verdict_of_report
from gradlint.core.model import Finding, Verdict
from gradlint.engine.findings import findings_in
from gradlint.rules import detected
from gradlint.sources.unit import Unit
from tests.support.runner import confirm
from tests.test_oracle import job


def found(source: str) -> tuple[list[Finding], Unit]:
    unit = Unit(path="program.py", kind="python", text=dedent(source).lstrip("\n"))
    return list(findings_in(unit, detected())), unit


def executed(source: str) -> dict[tuple[int, str], tuple[Verdict, dict[str, Any]]]:
    """The verdict and the report on each finding of a program, by line and rule."""
    findings, unit = found(source)
    made = {}
    for finding in findings:
        others = [one for one in findings if one is not finding]
        asked = job_of(finding, unit, Options(seconds=60.0), 0, others)
        assert asked is not None
        report = confirm(asked)
        made[finding.span.start.row, finding.code] = verdict_of_report(report), report
    return made


def only(source: str, code: str) -> tuple[Verdict, dict[str, Any]]:
    """The verdict on the one finding of a rule."""
    (answer,) = [each for (_, rule), each in executed(source).items() if rule == code]
    return answer


STORING = """
import torch
from collections import defaultdict, deque
from torch import nn

model = nn.Linear(4, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
{before}
for step in range({rounds}):
    x = torch.randn(8, 4)
    loss = model(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    {line}
{after}
"""
METER = """
class Meter:
    def __init__(self):
        self.total, self.values = 0.0, []
meter = Meter()
"""


@pytest.mark.parametrize(
    ("before", "line", "rounds"),
    [
        pytest.param("history = []", "history.append(loss)", 50, id="appended"),
        pytest.param("total = 0.0", "total += loss", 4, id="added up"),
        pytest.param(
            "logs = defaultdict(list)", "logs['train'].append(loss)", 4, id="in a dictionary of lists"
        ),
        pytest.param("recent = deque()", "recent.append(loss)", 4, id="in a deque"),
        pytest.param(METER, "meter.total += loss", 4, id="in an attribute"),
        pytest.param(METER, "meter.values.append(loss)", 4, id="in a list of an object"),
    ],
)
def test_what_keeps_the_graph_of_every_round_is_confirmed(before: str, line: str, rounds: int) -> None:
    verdict, report = only(STORING.format(before=before, line=line, rounds=rounds, after=""), "GL604")
    assert verdict.kind == "confirmed", (verdict, report["attempts"])
    assert report["as_written"]["symptom"] == "leak"


def test_several_stores_are_told_apart() -> None:
    lines = "history.append(loss)\n    total += loss\n    recent.append(loss)"
    before = "history, total, recent = [], 0.0, deque()"
    verdicts = executed(STORING.format(before=before, line=lines, rounds=4, after=""))
    assert {verdict.kind for verdict, _ in verdicts.values()} == {"confirmed"}, verdicts
    assert len(verdicts) == 3


def test_outputs_of_an_evaluation_keep_their_graph() -> None:
    source = """
        import torch
        from torch import nn

        def evaluate(model, batches):
            model.eval()
            outputs = []
            for x in batches:
                outputs.append(model(x))
            return outputs

        model = nn.Linear(4, 1)
        model(torch.ones(2, 4)).sum().backward()
        print(len(evaluate(model, torch.rand(5, 2, 4))))
        """
    assert only(source, "GL604")[0].kind == "confirmed"


def test_a_store_without_a_graph_is_refuted() -> None:
    source = STORING.format(before="history = []", line="history.append(loss.detach())", rounds=4, after="")
    verdict = verdict_of_report(confirm(job("torch", "GL604", source, "history.append(loss.detach())")))
    assert verdict.kind == "refuted", verdict
    assert verdict.reason == "the gradient is correct when this program runs"


def test_what_was_stored_must_have_been_seen_to_be_refuted() -> None:
    source = STORING.format(before="", line="print(loss.item())", rounds=4, after="")
    verdict = verdict_of_report(confirm(job("torch", "GL604", source, "print(loss.item())")))
    assert verdict.kind == "inconclusive", verdict


SMALL = {
    "a penalty on the weights": """
        import torch
        from torch import nn

        model = nn.Linear(4, 1)
        opt = torch.optim.SGD(model.parameters(), lr=0.1)
        for x, y in [(torch.rand(8, 4), torch.rand(8, 1))]:
            opt.zero_grad()
            error = ((model(x) - y) ** 2).mean()
            penalty = sum(p.pow(2).sum().item() for p in model.parameters())
            (error + 0.01 * penalty).backward()
            opt.step()
        """,
    "a bonus of a ten-thousandth": """
        import torch
        from torch import nn

        policy = nn.Linear(4, 3)
        logits = policy(torch.rand(16, 4))
        gain = nn.functional.cross_entropy(logits, torch.arange(16) % 3)
        chances = logits.softmax(-1)
        entropy = -(chances * chances.log()).sum(-1).mean()
        loss = gain - 1e-4 * entropy.item()
        loss.backward()
        """,
    "in TensorFlow": """
        import tensorflow as tf

        w = tf.Variable([[0.3], [0.2]])
        x = tf.constant([[1.0, 2.0], [3.0, 1.0]])
        with tf.GradientTape() as tape:
            error = tf.reduce_mean((x @ w - 1.0) ** 2)
            loss = error + 0.01 * float(tf.reduce_sum(w ** 2))
        grads = tape.gradient(loss, w)
        """,
    "in JAX": """
        import jax
        import jax.numpy as jnp

        def loss_fn(w, x):
            error = jnp.mean((x @ w - 1.0) ** 2)
            return error + 0.001 * jnp.sum(w ** 2).item()

        grads = jax.grad(loss_fn)(jnp.array([0.3, 0.2]), jnp.ones((3, 2)))
        """,
}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_term_that_is_missing_is_measured_by_itself(name: str) -> None:
    verdict, report = only(SMALL[name], "GL104")
    assert verdict.kind == "confirmed", (verdict, report["attempts"])
    assert report["as_written"]["symptom"] == "wrong"


def test_a_number_that_changes_no_gradient_is_refuted() -> None:
    source = """
        import torch
        w = torch.tensor([1.0, 2.0], requires_grad=True)  # enters
        scale = torch.ones(2).sum().item()
        loss = (w ** 2).sum() * scale
        loss.backward()  # asked
        """
    fixed = source.replace(".sum().item()", ".sum()")
    made = job("torch", "GL104", source, "torch.ones(2).sum().item()", fixed, names=("w",))
    assert verdict_of_report(confirm(made)).kind == "refuted"


def test_without_a_fix_only_exact_numbers_refute() -> None:
    source = """
        import torch
        w = torch.tensor([0.3, -0.7], dtype=torch.float32, requires_grad=True)  # enters
        loss = torch.sigmoid(w).mean()
        loss.backward()  # asked
        """
    assert (
        verdict_of_report(confirm(job("torch", "GL401", source, "torch.sigmoid(w)"))).kind == "inconclusive"
    )


ADVERSARIAL = """
import torch
import torch.nn.functional as F
from torch import nn, optim

maker = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 2))
critic = nn.Sequential(nn.Linear(2, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
maker_opt = optim.Adam(maker.parameters(), lr=1e-3)
critic_opt = optim.Adam(critic.parameters(), lr=1e-3)
for step in range(4):
    z = torch.randn(64, 16)
    fake = maker(z)
    critic_loss = F.softplus(-critic(torch.randn(64, 2) + 3)).mean() + F.softplus(critic(fake{first})).mean()
    critic_opt.zero_grad()
    critic_loss.backward()
    critic_opt.step()
    fake = maker(z)
    maker_loss = F.softplus(-critic(fake{second})).mean()
    maker_opt.zero_grad()
    maker_loss.backward()
    maker_opt.step()
"""


def test_a_gradient_that_no_step_uses_is_not_missed() -> None:
    """The critic is trained on detached samples, as it should be; the maker must not be."""
    verdicts = executed(ADVERSARIAL.format(first=".detach()", second=".detach()"))
    kinds = {row: verdict.kind for (row, code), (verdict, _) in verdicts.items() if code == "GL401"}
    assert kinds.get(12, "inconclusive") in {"inconclusive", "refuted"}
    assert kinds[17] == "confirmed", verdicts


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            ADVERSARIAL.format(first=".detach()", second=""), "inconclusive", id="two networks in turn"
        ),
        pytest.param(
            """
            import torch
            from torch import nn

            maker, head = nn.Linear(4, 3), nn.Linear(3, 4)  # enters
            opt = torch.optim.Adam(head.parameters())
            for _ in range(3):
                x = torch.rand(8, 4)
                opt.zero_grad()
                critic_loss = ((head(maker(x).detach()) - x) ** 2).mean()
                critic_loss.backward()  # asked
                opt.step()
            """,
            "inconclusive",
            id="features that nobody trains",
        ),
        pytest.param(
            """
            import torch
            from torch import nn

            maker, head = nn.Linear(4, 3), nn.Linear(3, 4)  # enters
            opt = torch.optim.Adam([*maker.parameters(), *head.parameters()])
            for _ in range(3):
                x = torch.rand(8, 4)
                opt.zero_grad()
                critic_loss = ((head(maker(x).detach()) - x) ** 2).mean()
                critic_loss.backward()  # asked
                opt.step()
            """,
            "confirmed",
            id="features that are meant to be trained",
        ),
        pytest.param(
            """
            import torch
            from torch import nn

            maker, head = nn.Linear(4, 3), nn.Linear(3, 4)  # enters
            x = torch.rand(8, 4)
            critic_loss = ((head(maker(x).detach()) - x) ** 2).mean()
            critic_loss.backward()  # asked
            """,
            "confirmed",
            id="no optimizer in sight",
        ),
    ],
)
def test_who_uses_a_gradient_decides_whether_it_is_missed(source: str, expected: str) -> None:
    source = source.replace("critic_loss.backward()\n", "critic_loss.backward()  # asked\n")
    cut = "fake.detach()" if "fake.detach()" in source else "maker(x).detach()"
    fixed = source.replace(cut, cut.removesuffix(".detach()"), 1)
    made = job("torch", "GL401", source, cut, fixed, names=("maker",))
    verdict = verdict_of_report(confirm(made))
    assert verdict.kind == expected, verdict


READ = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.outer = nn.Linear(4, 3), nn.Linear(3, 1)
        self.kept = []

    def forward(self, x):
        self.hidden = torch.relu(self.inner(x))
        {keep}
        return self.outer(self.hidden)

net = Net()
net(torch.ones(2, 4)).sum().backward()
shown = {read}
"""


@pytest.mark.parametrize(
    ("keep", "read"),
    [
        ("pass", "net.hidden.grad"),
        ("self.kept.append(self.hidden)", "net.kept[0].grad"),
        ("self.kept.append(self.hidden)", "[each.grad for each in net.kept]"),
        ("self.last = {'hidden': self.hidden}", "net.last['hidden'].grad"),
    ],
)
def test_the_gradient_of_a_kept_activation_is_looked_at_where_it_is_read(keep: str, read: str) -> None:
    cut = read.strip("[]").partition(" for ")[0] if " for " in read else read
    source = READ.format(keep=keep, read=read)
    verdict = verdict_of_report(confirm(job("torch", "GL306", source, cut)))
    assert (verdict.kind, verdict.level) == ("confirmed", "program"), verdict
    retained = READ.format(keep=f"{keep}; self.hidden.retain_grad()", read=read)
    verdict = verdict_of_report(confirm(job("torch", "GL306", retained, cut)))
    assert verdict.kind == "refuted", verdict


CAUGHT = """
import torch

def update(w):
    {line}

w = torch.ones(3, requires_grad=True)
(w ** 2).sum().backward()
try:
    update(w)
except Exception:
    print("failed")
"""


def test_what_the_program_catches_itself_has_been_raised() -> None:
    verdict, _ = only(CAUGHT.format(line="w -= 0.1 * w.grad"), "GL201")
    assert verdict.kind == "confirmed", verdict
    assert "leaf Variable that requires grad" in " ".join(verdict.evidence)


def test_what_the_program_catches_must_be_what_the_rule_speaks_of() -> None:
    source = CAUGHT.format(line="raise RuntimeError('stopped by hand')")
    verdict = verdict_of_report(confirm(job("torch", "GL201", source, "raise RuntimeError")))
    assert verdict.kind != "confirmed", verdict


def _problem(said: str, gradient_error: bool = False) -> Problem:
    kind, _, message = said.partition(": ")
    return Problem(kind, message, (4,), gradient_error, evidence=True)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("GL104", "AttributeError: 'int' object has no attribute 'weight'"),
        ("GL104", "TypeError: unsupported format string passed to NoneType.__format__"),
        ("GL102", "AttributeError: 'Standin' object has no attribute 'numpy'"),
        ("GL202", "AttributeError: 'Standin' object has no attribute 'reshape_'"),
        ("GL207", "TypeError: 'tuple' object does not support item assignment"),
        ("GL309", "IndexError: tuple index out of range"),
        ("GL404", "NotImplementedError: this loader is not implemented"),
        ("GL505", "TypeError: run() missing 1 required positional argument: 'x'"),
        ("GL606", "TypeError: unsupported operand type(s) for *: 'dict' and 'float'"),
        ("GL801", "ValueError: not enough values to unpack (expected 3, got 2)"),
        ("GL802", "RuntimeError: The size of tensor a (3) must match the size of tensor b (4)"),
        ("GL805", "ValueError: could not broadcast input array from shape (2,6,8) into shape (6,8)"),
    ],
)
def test_an_exception_that_anything_can_cause_proves_nothing(code: str, said: str) -> None:
    focus = _focus(code)
    assert not proves(_problem(said), focus)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("GL104", "AttributeError: 'float' object has no attribute 'backward'"),
        ("GL202", "AttributeError: 'Tensor' object has no attribute 'reshape_'"),
        ("GL505", "AttributeError: 'SGD' object has no attribute 'minimize'"),
        ("GL606", "TypeError: unsupported operand type(s) for *: 'float' and 'IndexedSlices'"),
    ],
)
def test_what_the_rule_names_proves_it_on_its_line(code: str, said: str) -> None:
    assert proves(_problem(said), _focus(code))


def test_none_counts_only_where_a_gradient_was_none() -> None:
    problem = _problem("AttributeError: 'NoneType' object has no attribute 'mean'")
    assert not proves(problem, _focus("GL301"))
    assert proves(problem, _focus("GL301"), gave_none=True)


def _focus(code: str) -> Focus:
    empty: dict[str, Any] = {"cut": [[4, 0, 4, 9]], "enters": [], "asked": [[4, 0, 4, 9]], "names": []}
    return focus_of({"predicted": expectation_of(code), **empty})


def test_a_none_of_another_kind_is_not_the_gradient() -> None:
    source = """
        import torch
        w = torch.ones(3, requires_grad=True)  # enters
        settings = {"scale": None}
        loss = (w ** 2).sum()
        loss.backward()  # asked
        print(settings["scale"].item())
        """
    verdict = verdict_of_report(confirm(job("torch", "GL401", source, "(w ** 2).sum()", names=("w",))))
    assert verdict.kind not in {"confirmed", "illustrated"}, verdict


def test_a_twin_that_crashes_is_not_right() -> None:
    source = """
        import torch
        from torch import nn

        class Heads(nn.Module):
            def __init__(self):
                super().__init__()
                self.heads = {3: nn.Linear(4, 1), 5: nn.Linear(4, 1)}

            def forward(self, x, key):
                return self.heads[key](x)

        model = Heads()
        model(torch.ones(1, 4), 3).sum().backward()
        """
    fixed = source.replace(
        "{3: nn.Linear(4, 1), 5: nn.Linear(4, 1)}", "nn.ModuleDict({3: nn.Linear(4, 1), 5: nn.Linear(4, 1)})"
    )
    cut = "self.heads = {3: nn.Linear(4, 1), 5: nn.Linear(4, 1)}"
    verdict = verdict_of_report(confirm(job("torch", "GL308", source, cut, fixed)))
    assert verdict.kind == "inconclusive", verdict
    assert "it stops at line" in verdict.reason


SEVERAL = """
import torch
from torch import nn

net = nn.Linear(3, 1)
scale = torch.ones(3, requires_grad=True)
scale *= 2.0
loss = (net(torch.ones(2, 3) * scale)).pow(2).mean()
report = loss.numpy()
loss.backward()
"""


def test_a_finding_behind_another_is_judged_with_the_other_one_fixed() -> None:
    verdicts = executed(SEVERAL)
    first, second = verdicts[6, "GL201"][0], verdicts[8, "GL102"][0]
    assert first.kind == second.kind == "confirmed", verdicts
    assert any("this error is gone; the program then stops at line" in line for line in first.evidence), first
    assert "GL201 in line 6 is fixed first" in second.reason
    assert not {"given", "subject"} & set(" ".join((*first.evidence, *second.evidence)).split())


def test_a_program_in_which_others_are_fixed_refutes_nothing() -> None:
    source = SEVERAL.replace("report = loss.numpy()", "report = loss.detach().numpy()")
    ((finding,), _) = found(source)
    made = job("torch", "GL102", source, "loss.detach().numpy()")
    base = {"source": source.lstrip().replace("scale *= 2.0", "scale = scale * 2.0"), "fixed": None}
    others = [{"code": finding.code, "rows": [finding.span.start.row]}]
    report = confirm({**made, "bases": [{**base, "others": others}], "others": others})
    assert verdict_of_report(report).kind not in {"refuted", "confirmed"}


FUNCTION = """
import torch

def spread(x):
    y = x * 2
    z = y.numpy()
    return torch.tensor(z).sum()
"""
METHOD = """
import torch
from torch import nn

class Head(nn.Module):
    def __init__(self, width: int = 4):
        super().__init__()
        self.layer = nn.Linear(width, 2)

    def training_step(self, batch, index):
        x, y = batch
        return nn.functional.mse_loss(self.layer(x), y).detach()
"""


def test_what_shows_only_on_a_leaf_that_was_made_up_is_illustrated() -> None:
    verdict = verdict_of_report(confirm(job("torch", "GL102", FUNCTION, "y.numpy()")))
    assert verdict.kind == "illustrated", verdict
    assert "made up" in verdict.reason


def test_what_shows_on_the_users_own_parameters_is_confirmed() -> None:
    verdict, _ = only(METHOD, "GL401")
    assert (verdict.kind, verdict.level) == ("confirmed", "slice"), verdict
    assert "self.layer" in " ".join(verdict.evidence)
    assert verdict.inputs


def test_one_step_says_nothing_about_the_step_before() -> None:
    source = """
        import torch
        w = torch.ones(2, requires_grad=True)
        opt = torch.optim.SGD([w], lr=0.1)
        for x in [torch.ones(2)]:
            loss = (w * x).sum()
            loss.backward()
            opt.step()
        """
    verdict = verdict_of_report(confirm(job("torch", "GL601", source, "loss.backward()")))
    assert verdict.kind == "inconclusive", verdict


COMPILED = """
import jax
import jax.numpy as jnp

def project(w, x, frozen=True):
    z = jnp.tanh(x @ w)
    return jax.lax.stop_gradient(z) if frozen else z

def distance(w, x, frozen=True):  # enters
    return jnp.mean((project(w, x, frozen) - 1.0) ** 2)

@jax.jit
def update(w, x):
    return w - 0.1 * jax.grad(distance)(w, x)  # asked

w, x = jnp.array([0.3, 0.2]), jnp.ones((3, 2))
after = update(w, x)
right = jax.grad(lambda w, x: distance(w, x, frozen=False))(w, x)
"""


def test_another_call_that_is_right_does_not_clear_a_finding() -> None:
    """The call that the finding names is compiled: it is run as plain Python to see its numbers."""
    cut = "jax.lax.stop_gradient(z) if frozen else z"
    fixed = COMPILED.replace(cut, "z")
    verdict = verdict_of_report(confirm(job("jax", "GL401", COMPILED, cut, fixed, names=("w",))))
    assert verdict.kind == "confirmed", verdict


def test_what_a_compiled_function_raises_is_not_cleared_by_running_it_as_python() -> None:
    source = """
        import jax
        import jax.numpy as jnp

        def grown(w):
            if jnp.sum(w) > 1.0:
                return w * 2
            return w

        @jax.jit
        def loss(w):
            return jnp.sum(grown(w) ** 2)

        try:
            print(jax.grad(loss)(jnp.ones(3)))
        except Exception:
            print("not like this")
        """
    verdict, _ = only(source, "GL506")
    assert verdict.kind == "confirmed", verdict


def _outcome(**changes: Any) -> PairOutcome:
    facts: dict[str, Any] = {
        "forward": "f",
        "gradient": "g",
        "kind": "torch",
        "framework": "torch",
        "verdict": "wrong",
        "row": 1,
        "rows": (1, 2),
    }
    return PairOutcome(**{**facts, **changes})


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (_outcome(guess="sign error"), True),
        (_outcome(guess="factor 0.2"), False),
        (_outcome(kind="function", guess="factor 0.5"), True),
        (
            _outcome(
                verdict="raises", error="AttributeError: 'RelayBackward' object has no attribute 'kept'"
            ),
            False,
        ),
        (
            _outcome(
                verdict="raises", error="TypeError: backward() takes 2 positional arguments but 3 were given"
            ),
            False,
        ),
        (
            _outcome(
                verdict="raises", error="RuntimeError: function F returned an incorrect number of gradients"
            ),
            True,
        ),
    ],
)
def test_a_hand_written_gradient_is_reported_only_if_it_is_certainly_wrong(
    outcome: PairOutcome, expected: bool
) -> None:
    assert is_sure(outcome) is expected


def test_a_none_that_is_used_elsewhere_is_not_taken_for_this_one() -> None:
    source = """
        import tensorflow as tf

        weights = tf.Variable([[0.5], [-0.3]])

        def sensitivity(x):
            probe = tf.constant(x)
            with tf.GradientTape() as tape:
                y = tf.reduce_sum(tf.sigmoid(probe @ weights))
            return tape.gradient(y, probe)

        inputs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        shown = sensitivity(inputs)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.stop_gradient(inputs @ weights))
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        """
    for (row, _), (verdict, report) in executed(source).items():
        assert verdict.kind == "confirmed", verdict
        if row < 10:
            assert report["as_written"]["symptom"] == "none", verdict
            assert "line 16" not in " ".join(verdict.evidence)


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("sums = {'train': 0.0}", "sums['train'] += loss"),
        ("sums = defaultdict(float)", "sums['train'] += loss"),
        ("sums = [0.0, 0.0]", "sums[0] += loss"),
        ("sums = {}", "sums['train'] = sums.get('train', 0.0) + loss"),
        (METER, "meter.values = meter.values + [loss]"),
    ],
)
def test_what_is_added_up_in_a_container_keeps_every_graph(before: str, line: str) -> None:
    """Whether it is reported is another matter."""
    source = STORING.format(before=before, line=line, rounds=4, after="")
    verdict = verdict_of_report(confirm(job("torch", "GL604", source, line)))
    assert verdict.kind == "confirmed", verdict


ACCUMULATED = """
import torch

model = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(8):
    loss = model(torch.ones(2, 3)).pow(2).mean(){divided}
    loss.backward()
    if step % 4 == 3:
        opt.step()
        opt.zero_grad()
"""


@pytest.mark.parametrize(
    ("divided", "expected"),
    [
        ("", "confirmed"),
        (" * 2.0", "confirmed"),
        (" / 4", "inconclusive"),
        (" * 0.25", "inconclusive"),
        (" / torch.tensor(4.0)", "inconclusive"),
    ],
)
def test_losses_that_were_divided_are_no_sum(divided: str, expected: str) -> None:
    source = ACCUMULATED.format(divided=divided)
    verdict = verdict_of_report(confirm(job("torch", "GL607", source, "loss.backward()")))
    assert verdict.kind == expected, verdict


SUMMED = """
import jax
import jax.numpy as jnp

w = jnp.ones(3)


def loss(w, x):
    return jnp.mean((w * x) ** 2){divided}


total = jnp.zeros(3)
for step in range(4):
    total = total + jax.grad(loss)(w, jnp.arange(3.0) + step)
w = w - 0.1 * total
"""


@pytest.mark.parametrize(
    ("divided", "expected"), [("", "confirmed"), (" / 4", "inconclusive"), (" * 0.25", "inconclusive")]
)
def test_losses_that_were_divided_are_no_sum_in_jax(divided: str, expected: str) -> None:
    source = SUMMED.format(divided=divided)
    flagged = "total + jax.grad(loss)(w, jnp.arange(3.0) + step)"
    verdict = verdict_of_report(confirm(job("jax", "GL607", source, flagged)))
    assert verdict.kind == expected, verdict


SUMMED_BY_TAPE = """
import tensorflow as tf

w = tf.Variable([1.0, 2.0, 3.0])
total = tf.zeros(3)
for step in range(4):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((w * (tf.range(3.0) + float(step))) ** 2){divided}
    total = total + tape.gradient(loss, w)
w.assign_sub(0.1 * total)
"""


@pytest.mark.parametrize(
    ("divided", "expected"), [("", "confirmed"), (" / 4", "inconclusive"), (" * 0.25", "inconclusive")]
)
def test_losses_that_were_divided_are_no_sum_in_tensorflow(divided: str, expected: str) -> None:
    source = SUMMED_BY_TAPE.format(divided=divided)
    verdict = verdict_of_report(confirm(job("tensorflow", "GL607", source, "total + tape.gradient(loss, w)")))
    assert verdict.kind == expected, verdict


def test_each_of_several_infinite_gradients_is_proven_by_its_own_call() -> None:
    source = """
        import torch

        def lengths(x):
            return torch.sqrt(x).sum()

        def gaps(x):
            return torch.norm(x - x.detach())

        for f in (lengths, gaps):
            x = torch.zeros(3, requires_grad=True)
            f(x).backward()
            print(x.grad)
        """
    verdicts = executed(source)
    assert verdicts and {verdict.kind for verdict, _ in verdicts.values()} == {"confirmed"}, verdicts


def test_what_a_later_call_of_the_same_line_is_not_given_is_proven() -> None:
    source = """
        import torch
        from torch import nn

        model = nn.Linear(3, 1)

        def penalty():
            return torch.tensor(sum(p.pow(2).sum().item() for p in model.parameters()))

        def train(weight):
            model.zero_grad()
            loss = model(torch.ones(2, 3)).pow(2).mean() + weight * penalty()
            loss.backward()
            return model.weight.grad.clone()

        train(0.0)
        train(5.0)
        """
    verdicts = [verdict.kind for (_, code), (verdict, _) in executed(source).items() if code == "GL104"]
    assert verdicts == ["confirmed"]


def test_calls_of_one_line_are_fixed_together() -> None:
    source = """
        import numpy as np
        import torch

        w = torch.ones(3, requires_grad=True)
        loss = torch.as_tensor(np.exp(np.abs(w) + np.sin(w))).sum()
        loss.backward()
        """
    verdicts = executed(source)
    assert verdicts and {verdict.kind for verdict, _ in verdicts.values()} == {"confirmed"}, verdicts


def test_two_slopes_that_nearly_agree_prove_nothing() -> None:
    level = Slope(1.02, 1.0, None, 1.0, flat=False, depends=True, noise=0.0)
    assert judged_by(level, np.full(3, 1.02), 3, SINGLE) == "unknown"
    assert judged_by(replace(level, found=1.2), np.full(3, 1.2), 3, SINGLE) == "wrong"
    assert judged_by(replace(level, found=1.001), np.full(3, 1.001), 3, SINGLE) == "right"


@pytest.mark.parametrize(
    ("row", "kept"),
    [
        (2, "a = 1\npass\n"),
        (4, "a = 1\nb = 2\nif a:\n    pass\n"),
        (5, "a = 1\nb = 2\nif a:\n    c = 3\n    pass\n"),
        (7, None),
        (9, None),
    ],
)
def test_a_program_can_be_ended_before_a_statement(row: int, kept: str | None) -> None:
    text = "a = 1\nb = 2\nif a:\n    c = 3\n    assert b\nfor i in range(3):\n    assert i\n\n"
    assert ended_before(text, row) == kept


ON_A_COPY = """
    import copy

    import torch

    torch.manual_seed(0)
    model = torch.nn.Linear(2, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    x = torch.randn(5, 2)
    fast = copy.deepcopy(model)
    grads = torch.autograd.grad(fast(x).pow(2).mean(), fast.parameters())
    with torch.no_grad():
        for p, g in zip(fast.parameters(), grads):
            p -= 0.1 * g
    loss = fast(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    {between}optimizer.step()
    """


def test_what_is_asked_for_by_a_generator_is_handed_on() -> None:
    verdict, report = only(ON_A_COPY.format(between=""), "GL320")
    assert (verdict.kind, verdict.level) == ("confirmed", "program"), report["attempts"]
    assert "the .grad of all 2 weights that the optimizer holds is None" in verdict.evidence[0]


def test_what_is_measured_is_the_step_and_not_the_copy() -> None:
    """The same places, where the gradients of the copy are written to the model."""
    findings, unit = found(ON_A_COPY.format(between=""))
    (finding,) = [one for one in findings if one.code == "GL320"]
    asked = job_of(finding, unit, Options(seconds=60.0))
    copied = "for p, q in zip(model.parameters(), fast.parameters()): p.grad = q.grad.clone()\n    "
    source = dedent(ON_A_COPY.format(between=copied)).lstrip("\n")
    assert asked is not None
    verdict = verdict_of_report(confirm({**asked, "source": source}))
    assert verdict.kind == "inconclusive", verdict


WRAPPED = """
    import torch
    import torch.distributed as dist
    from torch.nn.parallel import DistributedDataParallel

    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = DistributedDataParallel(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = {call}(torch.randn(4, 2)).pow(2).mean()
    loss.backward()
    optimizer.step()
    """


def test_a_program_for_several_processes_runs_as_one_of_two_equals() -> None:
    findings, unit = found(WRAPPED.format(call="model.module"))
    (finding,) = [one for one in findings if one.code == "GL612"]
    asked = job_of(finding, unit, Options(seconds=60.0))
    assert asked is not None
    verdict = verdict_of_report(confirm(asked))
    assert (verdict.kind, verdict.level) == ("confirmed", "program"), verdict
    assert "uses 3 numbers of gradients; 0 of them were exchanged" in verdict.evidence[0]
    through = dedent(WRAPPED.format(call="model")).lstrip("\n")
    verdict = verdict_of_report(confirm({**asked, "source": through}))
    assert verdict.kind == "inconclusive", verdict


def test_a_right_gradient_says_nothing_of_a_term_that_is_a_step() -> None:
    """The derivative of argmax is zero where it exists: that the rest of the gradient is right clears nothing."""
    [finding], _ = found(
        """
        import torch

        logits = torch.randn(4, 3, requires_grad=True)
        penalty = logits.argmax(1).float().mean()
        loss = (logits**2).mean() + 0.1 * penalty
        loss.backward()
        """
    )
    assert finding.code == "GL403"
    assert not_refutable(finding)
    assert not not_refutable(replace(finding, code="GL401"))


def test_a_right_gradient_does_not_refute_that_a_jax_model_misses_a_weight() -> None:
    """What is no weight of the model gets no gradient, and those that are get the right one."""
    program = """
        import equinox as eqx
        import jax
        import jax.numpy as jnp


        class Scaled(eqx.Module):
            scale: jax.Array = eqx.field(static=True)
            shift: jax.Array

            def __call__(self, x):
                return {value}


        model = Scaled(jnp.ones(1), jnp.zeros(1))
        grads = eqx.filter_grad(lambda m: jnp.sum(m(jnp.ones(2)) ** 2))(model)
        """
    values = ("self.scale * x + self.shift", "0.0 * self.scale * x + self.shift")
    verdicts = [executed(program.format(value=value))[7, "GL308"][0] for value in values]
    assert [verdict.kind for verdict in verdicts] == ["confirmed", "inconclusive"], verdicts
    assert "model.scale" in verdicts[0].evidence[0]
