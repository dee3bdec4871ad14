"""A symptom proves a finding only where the finding says that it is.

Each program here has one thing that really is broken. The finding that is put to the proof is another one, about a line
that is right: it has no fix to compare with, so that only the place of the symptom can tell the two apart. Beside each
group stands a program in which the same finding is true, and is confirmed.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from gradlint.confirm.options import Options
from gradlint.confirm.plan import job_of
from gradlint.confirm.verdicts import verdict_of_report
from gradlint.core.model import Finding, Label, Position, Role, Span, Verdict
from gradlint.sources.unit import Unit
from tests.support.needs import skip_where_absent
from tests.support.runner import confirm
from tests.test_oracle import job


def put_to_the_proof(
    path: Path,
    code: str,
    program: str,
    flagged: str,
    enters: str = "",
    asked: str = "",
    framework: str = "torch",
) -> Verdict:
    """The verdict on a finding at the first place of `flagged`, without a fix."""
    text = textwrap.dedent(program).lstrip()
    skip_where_absent(text)
    path.write_text(text, encoding="utf-8")
    unit = Unit(path=str(path), kind="python", text=text)
    labels = [_label(text, "enters", enters)] if enters else []
    labels += [_label(text, "asked", asked)] if asked else []
    return verdict_on(unit, code, _span(text, flagged), tuple(labels), framework)


def verdict_on(
    unit: Unit, code: str, span: Span, labels: tuple[Label, ...] = (), framework: str = "torch"
) -> Verdict:
    finding = Finding(code, "", "", unit.path, span, "warning", framework, labels)  # type: ignore[arg-type]
    job = job_of(finding, unit, Options(seconds=60.0))
    assert job is not None
    return verdict_of_report(confirm(job))


def _span(text: str, part: str) -> Span:
    at = text.index(part)
    row, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1)
    return Span(Position(row, column + 1), Position(row, column + 1 + len(part)))


def _label(text: str, role: Role, part: str) -> Label:
    return Label(role, "", _span(text, part))


TWO_NETS = """
    import torch
    from torch import nn

    torch.manual_seed(0)
    left, right = nn.Linear(3, 3), nn.Linear(3, 3)
    opt = torch.optim.SGD([*left.parameters(), *right.parameters()], lr=0.1)
    x = torch.randn(4, 3)
    index = {left}.argmax(dim=1)
    seen = index.float().mean().item()
    loss = {loss}
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


def test_an_index_that_is_only_logged_is_not_proven_by_a_detached_net(tmp_path: Path) -> None:
    program = TWO_NETS.format(left="left(x)", loss="(left(x) + right(x).detach()).pow(2).mean()")
    verdict = put_to_the_proof(tmp_path / "a.py", "GL403", program, "left(x).argmax(dim=1)")
    assert verdict.kind != "confirmed", verdict


def test_an_index_of_the_very_net_that_another_line_detaches(tmp_path: Path) -> None:
    program = TWO_NETS.format(left="left(x)", loss="(left(x).detach() + right(x)).pow(2).mean()")
    verdict = put_to_the_proof(tmp_path / "a.py", "GL403", program, "left(x).argmax(dim=1)")
    assert verdict.kind != "confirmed", verdict
    assert "not by what this line gives" in verdict.reason


def test_an_index_that_chooses_is_proven(tmp_path: Path) -> None:
    program = TWO_NETS.format(left="left(x)", loss="right(x)[torch.arange(4), index].pow(2).mean()")
    verdict = put_to_the_proof(tmp_path / "a.py", "GL403", program, "left(x).argmax(dim=1)")
    assert verdict.kind == "confirmed" and "left" in verdict.evidence[0], verdict


TERM = """
    import torch

    w = torch.tensor([0.4, -1.3], requires_grad=True)
    opt = torch.optim.SGD([w], lr=0.1)
    loss = (w - 1.0).pow(2).sum() + {term}
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


@pytest.mark.parametrize(
    ("term", "proven"), [("(w > 0).float().sum()", True), ("((w > 0).float() * w).sum()", False)]
)
def test_a_step_function_is_proven_by_its_jump_and_a_mask_is_not(
    tmp_path: Path, term: str, proven: bool
) -> None:
    program = TERM.format(term=term)
    verdict = put_to_the_proof(
        tmp_path / "a.py", "GL403", program, "(w > 0).float()", "w = torch", "loss.backward()"
    )
    assert (verdict.kind == "confirmed") == proven, verdict


NOT_FINITE = """
    import torch

    a = torch.tensor([1.0, 4.0], requires_grad=True)
    b = torch.tensor([{b}], requires_grad=True)
    root = a.sqrt()
    size = {size}
    loss = (root + size).sum()
    loss.backward()
"""


@pytest.mark.parametrize("size", ["b.sqrt()", "torch.where(b > 0, b.log() * 0 + b / b, b)"])
def test_what_is_not_finite_of_another_source_proves_nothing(tmp_path: Path, size: str) -> None:
    program = NOT_FINITE.format(b="0.0, 1.0", size=size)
    verdict = put_to_the_proof(
        tmp_path / "a.py", "GL702", program, "a.sqrt()", "a = torch", "loss.backward()"
    )
    assert verdict.kind != "confirmed" or "moved to 0" in verdict.evidence[0], verdict


def test_a_loss_that_another_line_makes_infinite_proves_nothing(tmp_path: Path) -> None:
    program = """
        import torch

        a = torch.tensor([1.0, 4.0], requires_grad=True)
        near = (a + 1.0).log()
        loss = (near / torch.zeros(2)).sum() * 0.0
        loss.backward()
    """
    verdict = put_to_the_proof(
        tmp_path / "a.py", "GL703", program, "(a + 1.0).log()", "a = torch", "loss.backward()"
    )
    assert verdict.kind != "confirmed", verdict


def test_an_exception_of_another_line_proves_nothing(tmp_path: Path) -> None:
    program = """
        import torch

        kept = torch.tensor([1.0], requires_grad=True)
        first = (kept * 2.0).sum()
        first.backward()
        other = torch.tensor([1.0], requires_grad=True)
        with torch.no_grad():
            loss = (other * 2.0).sum()
        loss.backward()
    """
    verdict = put_to_the_proof(tmp_path / "a.py", "GL502", program, "first.backward()")
    assert verdict.kind != "confirmed", verdict


GAN = """
    import torch
    from torch import nn

    torch.manual_seed(0)
    gen, disc = nn.Linear(2, 2), nn.Linear(2, 1)
    opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
    opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)
    for noise in torch.randn(3, 4, 2):
        opt_g.zero_grad()
        cheated = -disc(gen(noise)).mean()
        cheated.backward()
        opt_g.step()
        fake = gen(noise).detach()
        {clear}
        caught = disc(fake).mean()
        caught.backward()
        opt_d.step()
"""


def test_old_gradients_of_the_other_optimizer_prove_nothing(tmp_path: Path) -> None:
    verdict = put_to_the_proof(tmp_path / "a.py", "GL601", GAN.format(clear="pass"), "cheated.backward()")
    assert verdict.kind != "confirmed" or "line 18" not in verdict.evidence[0], verdict


def test_old_gradients_of_its_own_optimizer_prove_it(tmp_path: Path) -> None:
    verdict = put_to_the_proof(tmp_path / "a.py", "GL601", GAN.format(clear="pass"), "caught.backward()")
    assert verdict.kind == "confirmed" and "disc" in verdict.evidence[0], verdict


def test_a_generator_that_is_detached_on_purpose(tmp_path: Path) -> None:
    program = GAN.format(clear="opt_d.zero_grad()")
    verdict = put_to_the_proof(
        tmp_path / "a.py", "GL401", program, "gen(noise).detach()", "nn.Linear(2, 2)", "caught.backward()"
    )
    assert verdict.kind not in {"confirmed", "refuted"}, verdict


def test_an_attribute_of_another_module_is_not_the_flagged_one(tmp_path: Path) -> None:
    program = """
        import torch
        from torch import nn

        class Right(nn.Module):
            def __init__(self):
                super().__init__()
                self.blocks = nn.ModuleList([nn.Linear(2, 2)])
                self.blocks.append(nn.Linear(2, 2))

            def forward(self, x):
                return self.blocks[0](x)

        class Wrong(nn.Module):
            def __init__(self):
                super().__init__()
                self.parts = [nn.Linear(2, 2)]

            def forward(self, x):
                return self.parts[0](x)

        right, wrong = Right(), Wrong()
        opt = torch.optim.SGD(right.parameters(), lr=0.1)
        (right(torch.ones(1, 2)) + wrong(torch.ones(1, 2))).sum().backward()
        opt.step()
    """
    flagged = "self.blocks.append(nn.Linear(2, 2))"
    assert put_to_the_proof(tmp_path / "a.py", "GL308", program, flagged).kind != "confirmed"
    assert (
        put_to_the_proof(tmp_path / "a.py", "GL308", program, "self.parts = [nn.Linear(2, 2)]").kind
        == "confirmed"
    )


def test_a_weight_that_no_optimizer_holds_is_not_the_flagged_one(tmp_path: Path) -> None:
    program = """
        import torch
        from torch import nn

        target, online = nn.Linear(2, 1), nn.Linear(2, 1)
        opt = torch.optim.SGD(online.parameters(), lr=0.1)
        online.extra = nn.Identity()
        loss = (online(torch.ones(3, 2)) - target(torch.ones(3, 2))).pow(2).mean()
        loss.backward()
        opt.step()
    """
    verdict = put_to_the_proof(tmp_path / "a.py", "GL310", program, "online.extra = nn.Identity()")
    assert verdict.kind != "confirmed", verdict


MEAN = """
    import torch
    from accelerate import Accelerator

    accelerator = Accelerator(cpu=True, gradient_accumulation_steps={steps})
    model = torch.nn.Linear(1, 1, bias=False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = accelerator.prepare(model, optimizer)
    for x in torch.tensor([[[1.0]], [[2.0]]]):
        with accelerator.accumulate(model):
            loss = {weight} * (model(x) - 3.0).pow(2).mean()
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
"""


@pytest.mark.parametrize("weight", ["0.3", "10.0"])
def test_the_weight_of_a_loss_is_not_a_division(tmp_path: Path, weight: str) -> None:
    program = MEAN.format(steps=2, weight=weight)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL611", program, "accelerator.backward(loss)")
    assert verdict.kind != "confirmed", verdict


def test_a_write_through_data_beside_another_mistake(tmp_path: Path) -> None:
    program = """
        import torch

        torch.manual_seed(0)
        w = torch.randn(3, requires_grad=True)
        v = torch.randn(3, requires_grad=True)
        log = torch.zeros(3)
        y = (w * v.detach()).sum() + (v * 2).sum()
        log.data.add_(1.0)
        y.backward()
    """
    verdict = put_to_the_proof(tmp_path / "a.py", "GL206", program, "log.data.add_(1.0)")
    assert verdict.kind != "confirmed", verdict


def test_a_write_through_data_to_what_backward_needs(tmp_path: Path) -> None:
    program = """
        import torch

        torch.manual_seed(0)
        w = torch.randn(3, requires_grad=True)
        v = torch.randn(3, requires_grad=True)
        y = (w * v).sum()
        v.data.add_(1.0)
        y.backward()
    """
    verdict = put_to_the_proof(tmp_path / "a.py", "GL206", program, "v.data.add_(1.0)")
    assert verdict.kind == "confirmed", verdict
    assert "without this line" in verdict.reason and verdict.evidence[-1].startswith("without this line")


BLOCK = """
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return x * self.scale{cut}
"""


@pytest.mark.parametrize("broken", ["first", "second"])
def test_two_files_with_an_attribute_of_one_name(tmp_path: Path, broken: str) -> None:
    """The finding names `self.scale` of the class in `first.py`; both files have such a class."""
    for name in ("first", "second"):
        text = BLOCK.format(cut=".detach()" if name == broken else "")
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    text = textwrap.dedent("""
        import torch
        import first
        import second

        one, two = first.Block(), second.Block()
        x = torch.ones(3, 2)
        out = one(x) + two(x) + 0.0 * x
        loss = out.pow(2).sum()
        loss.backward()
    """)
    (tmp_path / "pyproject.toml").write_text("", encoding="utf-8")
    (tmp_path / "train.py").write_text(text, encoding="utf-8")
    unit = Unit(path=str(tmp_path / "train.py"), kind="python", text=text)
    entered = Label(
        "enters",
        "the gradient enters at the weights of `Parameter`",
        Span(Position(9, 9), Position(9, 50)),
        path=str(tmp_path / "first.py"),
    )
    asked = _label(text, "asked", "loss.backward()")
    verdict = verdict_on(unit, "GL401", _span(text, "one(x)"), (entered, asked))
    assert (verdict.kind == "confirmed") == (broken == "first"), verdict
    if broken == "first":
        assert "one.scale" in verdict.evidence[0]


def test_jax_a_rounded_value_that_is_only_logged(tmp_path: Path) -> None:
    program = """
        import jax
        import jax.numpy as jnp

        def loss(params):
            seen = jnp.round(params["w"]).sum()
            return (jax.lax.stop_gradient(params["w"]) * 2.0).sum() + 0.0 * seen

        grads = jax.grad(loss)({"w": jnp.array([0.3, 1.2])})
    """
    verdict = put_to_the_proof(tmp_path / "a.py", "GL403", program, 'jnp.round(params["w"])', framework="jax")
    assert verdict.kind != "confirmed", verdict


STATIC = """
    import equinox as eqx
    import jax
    import jax.numpy as jnp


    class Scale(eqx.Module):
        weight: jax.Array
        gain: jax.Array = eqx.field(static=True)

        def __call__(self, x):
            return {inside}


    model = Scale(jnp.ones(3), jnp.ones(3))
    loss = lambda m, x: jnp.sum({loss} ** 2)
    grads = eqx.filter_grad(loss)(model, jnp.arange(3.0))
"""


@pytest.mark.parametrize(
    ("inside", "loss", "proven"),
    [
        ("self.gain * self.weight * x", "m(x)", True),
        ("self.weight * x", "m(x)", False),
        ("self.weight * x", "(jax.lax.stop_gradient(m.weight) * x)", False),
    ],
)
def test_a_static_field_is_proven_only_if_the_loss_depends_on_it(
    tmp_path: Path, inside: str, loss: str, proven: bool
) -> None:
    program = STATIC.format(inside=inside, loss=loss)
    flagged = "gain: jax.Array = eqx.field(static=True)"
    verdict = put_to_the_proof(tmp_path / "a.py", "GL308", program, flagged, framework="jax")
    assert verdict.kind == ("confirmed" if proven else "inconclusive"), verdict


DECAYED = """
    import jax
    import jax.numpy as jnp
    import optax


    def loss(params):
        return jnp.sum(({frozen} * params["head"] - 1.0) ** 2)


    params = {{"frozen": jnp.array([2.0]), "head": jnp.array([3.0])}}
    decaying, plain = optax.adamw(0.1, weight_decay=0.5), optax.adamw(0.1, weight_decay=0.0)
    for tx in (plain, decaying):
        state = tx.init(params)
        updates, state = tx.update(jax.grad(loss)(params), state, params)
        params = optax.apply_updates(params, updates)
"""


@pytest.mark.parametrize(
    ("frozen", "flagged", "proven"),
    [
        ('jax.lax.stop_gradient(params["frozen"])', "optax.adamw(0.1, weight_decay=0.5)", True),
        ('jax.lax.stop_gradient(params["frozen"])', "optax.adamw(0.1, weight_decay=0.0)", False),
        ('jax.nn.relu(-params["frozen"])', "optax.adamw(0.1, weight_decay=0.5)", False),
    ],
)
def test_decay_is_proven_of_the_flagged_optimizer_and_of_what_is_stopped(
    tmp_path: Path, frozen: str, flagged: str, proven: bool
) -> None:
    program = DECAYED.format(frozen=frozen)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL324", program, flagged, framework="jax")
    assert (verdict.kind == "confirmed") == proven, verdict


SALIENCY = """
    import equinox as eqx
    import jax
    import jax.numpy as jnp

    model = eqx.nn.Linear(3, 1, key=jax.random.PRNGKey(0))
    loss = lambda x, model: jnp.sum(jax.vmap(model)(x) ** 2)
    by_model = lambda model, x: loss(x, model)
    x = jnp.ones((4, 3))
    seen = eqx.filter_grad(loss)(x, model)
    {update}
"""


@pytest.mark.parametrize(
    ("update", "proven"),
    [
        ("model = eqx.apply_updates(model, jax.tree.map(lambda p: -0.1 * p, model))", True),
        ("model = eqx.apply_updates(model, eqx.filter_grad(by_model)(model, x))", False),
        ("x = eqx.apply_updates(x, -0.1 * seen)", False),
    ],
)
def test_a_gradient_of_the_data_is_proven_only_where_the_model_gets_none(
    tmp_path: Path, update: str, proven: bool
) -> None:
    flagged = "eqx.filter_grad(loss)(x, model)"
    program = SALIENCY.format(update=update)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL613", program, flagged, framework="jax")
    assert (verdict.kind == "confirmed") == proven, verdict


UPHILL = """
    import jax
    import jax.numpy as jnp
    import optax

    w, v = jnp.array([2.0]), jnp.array([3.0])
    down, up = optax.scale(-0.1), optax.scale(0.2)
    for tx in (up, down):
        state = tx.init(w)
        updates, state = tx.update(jax.grad(lambda w: jnp.sum(w**2))(w), state)
        w = optax.apply_updates(w, updates)
"""


@pytest.mark.parametrize(("flagged", "proven"), [("optax.scale(0.2)", True), ("optax.scale(-0.1)", False)])
def test_a_step_uphill_is_proven_of_the_flagged_chain(tmp_path: Path, flagged: str, proven: bool) -> None:
    verdict = put_to_the_proof(tmp_path / "a.py", "GL621", UPHILL, flagged, framework="jax")
    assert (verdict.kind == "confirmed") == proven, verdict


LEAKED = """
    import jax
    import jax.numpy as jnp

    kept, lost = None, None


    def objective(x):
        global kept, lost
        kept = {kept}
        lost = jnp.sum(x**2)
        return lost


    slope = jax.grad(objective)(jnp.array([0.5, 2.0]))
    shown = jnp.minimum({read}, 10.0)
"""


@pytest.mark.parametrize(
    ("kept", "read", "proven"),
    [("jnp.sum(jnp.cos(x))", "kept", True), ("float(x.size)", "lost", False), ("jnp.sum(x)", "lost", False)],
)
def test_a_leak_is_proven_by_whoever_reads_it(tmp_path: Path, kept: str, read: str, proven: bool) -> None:
    program = LEAKED.format(kept=kept, read=read)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL507", program, f"kept = {kept}", framework="jax")
    assert (verdict.kind == "confirmed") == proven, verdict


GATED = """
    import jax
    import jax.numpy as jnp


    def scaled(x, by):
        match by:
            case float(value):
                return {inside}
            case _:
                return x


    def loss(by, x):
        return jnp.sum(scaled(x, by)) + {term}


    slope = jax.grad(loss)(2.0, jnp.arange(3.0))
"""


@pytest.mark.parametrize(
    ("inside", "term", "proven"),
    [("x * value", "by", True), ("x", "by * jax.lax.stop_gradient(by)", False)],
)
def test_a_gate_is_proven_only_if_it_changes_the_value(
    tmp_path: Path, inside: str, term: str, proven: bool
) -> None:
    program = GATED.format(inside=inside, term=term)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL109", program, "float(value)", framework="jax")
    assert (verdict.kind == "confirmed") == proven, verdict


OVERFLOWING = """
    import jax
    import jax.numpy as jnp


    def loss(w, x):
        near = jnp.log(jax.nn.softmax(w * {near}))
        return -near[0] + {term}


    slope = jax.grad(loss)(jnp.array([-1.0, 1.0]), 1.0)
    slope = jax.grad(loss)(jnp.array([-1.0, 1.0]), 0.0)
"""


@pytest.mark.parametrize(
    ("near", "term", "proven"),
    [("(1.0 + 200.0 * (1.0 - x))", "0.0", True), ("1.0", "jnp.log(w.sum() * x)", False)],
)
def test_a_later_call_that_is_not_finite_is_proven_by_the_line_that_makes_it_so(
    tmp_path: Path, near: str, term: str, proven: bool
) -> None:
    program = OVERFLOWING.format(near=near, term=term)
    flagged = f"jnp.log(jax.nn.softmax(w * {near}))"
    verdict = put_to_the_proof(tmp_path / "a.py", "GL703", program, flagged, framework="jax")
    assert verdict.kind != "confirmed" or proven or "moved to" in verdict.evidence[0], verdict
    assert not proven or verdict.kind == "confirmed", verdict


TWO_RULES = """
    import jax
    import jax.numpy as jnp


    @jax.custom_vjp
    def square(x):
        return x**2


    square.defvjp(lambda x: (x**2, x), lambda x, g: {square})


    @jax.custom_vjp
    def wave(x):
        return jnp.sin(x)


    wave.defvjp(lambda x: (jnp.sin(x), x), lambda x, g: (jnp.cos(x),))
    slope = jax.grad(lambda x: jnp.sum(3.0 * square(x)) + jnp.sum(2.0 * wave(x)))(jnp.arange(1.0, 4.0))
"""


@pytest.mark.parametrize(("square", "proven"), [("(2.0 * x,)", True), ("(2.0 * x * g,)", False)])
def test_an_ignored_cotangent_is_proven_of_the_flagged_rule(
    tmp_path: Path, square: str, proven: bool
) -> None:
    program = TWO_RULES.format(square=square)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL802", program, square, framework="jax")
    assert (verdict.kind == "confirmed") == proven, verdict


POLICY = """
    import torch
    from torch import nn

    torch.manual_seed(0)
    policy, value = nn.Linear(4, 3), nn.Linear(3, 1)
    opt = torch.optim.SGD([*policy.parameters(), *value.parameters()], lr=0.1)
    s, returns = torch.randn(16, 4), torch.randn(16)
    with torch.no_grad():
        before = torch.distributions.Categorical(logits=policy(s))
        taken = before.sample()
        known, gained = before.log_prob(taken), returns - value(policy(s)).squeeze(1)
    now = torch.distributions.Categorical(logits=policy(s))
    ratio = (now.log_prob(taken) - known).exp()
    bonus = now.entropy().mean(){taken}
    fit = (value(policy(s)).squeeze(1) - returns).pow(2).mean()
    loss = fit - (ratio * gained).mean() - {weight} * bonus
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


@pytest.mark.parametrize(("weight", "proven"), [("0.01", True), ("0.0", False)])
def test_a_term_is_proven_by_what_passes_through_it_where_others_are_held_on_purpose(
    weight: str, proven: bool
) -> None:
    """The advantage is constant on purpose, so no gradient of this program agrees with differences of all of it."""
    fixed = POLICY.format(weight=weight, taken="")
    made = job(
        "torch", "GL104", POLICY.format(weight=weight, taken=".item()"), "now.entropy().mean().item()", fixed
    )
    verdict = verdict_of_report(confirm(made))
    assert (verdict.kind == "confirmed") == proven and verdict.kind != "refuted", verdict
    assert not proven or "passes through this line" in verdict.evidence[1], verdict


def test_a_teacher_that_nobody_trains_says_nothing_about_the_fix() -> None:
    program = """
        import torch
        from torch import nn
        from torch.nn import functional as F

        torch.manual_seed(0)
        teacher, student = nn.Linear(4, 3), nn.Linear(4, 3)
        opt = torch.optim.SGD(student.parameters(), lr=0.1)
        x, y = torch.randn(8, 4), torch.arange(8) % 3
        with torch.no_grad():
            soft = F.softmax(teacher(x), dim=1)
        out = student(x)
        loss = F.cross_entropy({given}, y) + F.kl_div(F.log_softmax(out, 1), soft, reduction="batchmean")
        opt.zero_grad()
        loss.backward()
        opt.step()
        """
    flagged = "F.cross_entropy(F.softmax(out, dim=1), y)"
    made = job(
        "torch", "GL705", program.format(given="F.softmax(out, dim=1)"), flagged, program.format(given="out")
    )
    verdict = verdict_of_report(confirm(made))
    assert verdict.kind == "confirmed", verdict


APART = """
    import copy

    import torch
    from torch import nn

    torch.manual_seed(0)
    policy = nn.Linear(3, 1)
    other = {other}
    opt = torch.optim.SGD(policy.parameters(), lr=0.1)
    x = torch.randn(5, 3)
    gap = policy(x) - other(x)
    loss = -nn.functional.logsigmoid(gap).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


@pytest.mark.parametrize(
    ("other", "proven"), [("policy.eval()", True), ("copy.deepcopy(policy).eval()", False)]
)
def test_a_difference_that_is_zero_only_at_first_is_not_cancelled(
    tmp_path: Path, other: str, proven: bool
) -> None:
    program = APART.format(other=other)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL411", program, "policy(x) - other(x)")
    assert (verdict.kind == "confirmed") == proven, verdict


FROZEN = """
    import torch
    from torch import nn

    torch.manual_seed(0)
    body, head = nn.Linear(4, 8), nn.Linear(8, 1)
    opt = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1, momentum={momentum})
    x = torch.randn(16, 4)
    for step in range(4):
        opt.zero_grad(set_to_none=False)
        if step == 2:
            body.requires_grad_(False)
        head(body(x)).pow(2).mean().backward()
        opt.step()
"""


@pytest.mark.parametrize(("momentum", "proven"), [("0.9", True), ("0.0", False)])
def test_frozen_weights_are_proven_to_move_by_the_step_that_moves_them(
    tmp_path: Path, momentum: str, proven: bool
) -> None:
    program = FROZEN.format(momentum=momentum)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL324", program, "body.requires_grad_(False)")
    assert (verdict.kind == "confirmed") == proven, verdict
    assert not proven or "is frozen" in verdict.evidence[0], verdict


NNX = """
    import jax.numpy as jnp
    import optax
    from flax import nnx

    class Trained(nnx.Variable):
        pass

    class Net(nnx.Module):
        def __init__(self, rngs):
            self.linear = nnx.Linear(3, 1, rngs=rngs)
            self.scale = {kind}(jnp.ones((1,)))

        def __call__(self, x):
            return self.linear(x) * {used}

    model = Net(nnx.Rngs(0))
    wrt = {wrt}
    optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=wrt)
    x = jnp.ones((4, 3))
    for _ in range(2):
        gradient = nnx.grad(lambda model: jnp.mean((model(x) - 1.0) ** 2), argnums=nnx.DiffState(0, wrt))(model)
        optimizer.update(model, gradient)
"""


@pytest.mark.parametrize(
    ("kind", "used", "wrt", "proven"),
    [
        ("nnx.Variable", "self.scale[...]", "nnx.Param", True),
        ("nnx.Variable", "1.0", "nnx.Param", False),
        ("nnx.Param", "self.scale[...]", "nnx.Param", False),
        ("Trained", "self.scale[...]", "(nnx.Param, Trained)", False),
    ],
)
def test_a_variable_of_nnx_is_proven_only_if_it_counts_and_is_not_differentiated_by(
    tmp_path: Path, kind: str, used: str, wrt: str, proven: bool
) -> None:
    pytest.importorskip("flax")
    program = NNX.format(kind=kind, used=used, wrt=wrt)
    verdict = put_to_the_proof(tmp_path / "a.py", "GL308", program, f"self.scale = {kind}", framework="jax")
    assert (verdict.kind == "confirmed") == proven, verdict
    assert not proven or "model['linear']['kernel']" in verdict.evidence[0], verdict
