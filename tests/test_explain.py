"""`gradlint explain`: what a value carries, compared with what autograd says, and how the answer is shown."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from gradlint.cli.entry import main
from gradlint.core import catalog
from gradlint.core.explanation import Explanation
from gradlint.engine.explaining import Explainer
from gradlint.sources.read import from_text

AGENT = textwrap.dedent(
    """\
    import torch
    from torch import nn
    class Agent(nn.Module):
        def __init__(self):
            super().__init__()
            self.policy = nn.Linear(3, 2)
            self.log_alpha = torch.zeros(1, requires_grad=True)
            self.target = torch.zeros(2)
            self.scale = nn.Parameter(torch.ones(2))
        def update(self, batch, opt):
            logits = self.policy(batch)
            alpha = self.log_alpha.exp().item()
            entropy = helper(logits)
            with torch.no_grad():
                value = logits.sum() * self.scale
            loss = (alpha * logits.mean() - entropy).mean() + value.sum()
            opt.zero_grad()
            loss.backward()
            opt.step()
            chosen = logits.argmax()
    """
)
TAPE = textwrap.dedent(
    """\
    import tensorflow as tf
    x = tf.constant(3.0)
    w = tf.Variable(2.0)
    y = w * 2.0
    with tf.GradientTape() as tape:
        z = w * x
        loss = z * y
    grads = tape.gradient(loss, [w, x])
    """
)
TRACED = textwrap.dedent(
    """\
    import jax, jax.numpy as jnp
    def f(w, x):
        if w.sum() > 0:
            return w * x
        return x
    @jax.jit
    def step(w):
        return jax.grad(lambda v: f(v, 2.0).sum())(w)
    step(jnp.ones(3))
    """
)


def explainer(text: str, name: str = "a.py") -> Explainer:
    return Explainer(from_text(text.encode(), name))


def steps(told: Explanation, index: int = 0) -> list[tuple[str, int]]:
    return [(step.role, step.span.start.row) for step in told.values[index].steps]


class TestLine:
    agent = explainer(AGENT)

    def test_a_value_on_which_nothing_is_wrong(self) -> None:
        told = self.agent.line(11)
        assert told.values[0].summary == "`logits` carries the gradient of the weights of `self.policy`."
        assert steps(told) == [("enters", 6), ("asked", 18)]

    def test_a_value_that_is_cut(self) -> None:
        told = self.agent.line(12)
        assert told.values[0].carries == "no"
        assert steps(told) == [("enters", 7), ("cut", 12), ("asked", 18)]
        # Before .item() it is still there.
        assert [value.carries for value in told.values] == ["no", "yes"]

    def test_a_value_that_carries_only_part(self) -> None:
        (first, *_) = self.agent.line(16).values
        assert first.carries == "in part"
        assert ("cut", 12) in [(step.role, step.span.start.row) for step in first.steps]

    def test_a_value_that_nobody_asks_for(self) -> None:
        (first,) = self.agent.line(20).values
        assert first.carries == "no"
        assert first.summary.endswith("no request for a gradient that gradlint sees depends on it.")

    def test_what_is_not_seen_is_said(self) -> None:
        told = self.agent.line(13)
        assert "code that gradlint does not see is assumed to be differentiable" in told.notes
        assert any(
            step.message == "not known: what happens inside this call" for step in told.values[0].steps
        )

    def test_a_request_says_who_gets_what(self) -> None:
        (told, *_) = self.agent.line(18).values
        assert told.summary == (
            "The gradient reaches the weights of `self.policy`, and not `self.log_alpha`, `self.scale`."
        )

    def test_a_column_chooses_the_smallest_value_there(self) -> None:
        (told,) = self.agent.line(16, column=AGENT.splitlines()[15].index("logits.mean()") + 1).values
        assert told.name == "`logits.mean()`"
        assert not self.agent.line(1, column=1).values

    def test_an_argument_of_unknown_origin_is_unknown(self) -> None:
        told = explainer("import torch\ndef f(x):\n    y = x * 2\n    y.sum().backward()\n").line(3)
        assert [value.carries for value in told.values] == ["unknown"]

    def test_a_tape(self) -> None:
        told = explainer(TAPE)
        (y, *_) = told.line(4).values
        assert y.carries == "no" and y.steps[1].message == "not recorded: this runs outside of the tape"
        assert told.line(8).values[0].summary == "The gradient reaches `w`, and not `x`."

    def test_a_tracer_names_its_transformations(self) -> None:
        (told, *_) = [one for one in explainer(TRACED).line(4).values if one.carries == "yes"]
        assert {step.message for step in told.steps if step.role == "note"} == {
            "traced because of this jax.jit",
            "traced because of this jax.grad",
        }


class TestWhy:
    agent = explainer(AGENT)

    @pytest.mark.parametrize(
        ("name", "carries", "summary"),
        [
            (
                "self.log_alpha",
                "no",
                "`self.log_alpha` gets no gradient: it is lost on the way to each request.",
            ),
            ("log_alpha", "no", "`log_alpha` gets no gradient: it is lost on the way to each request."),
            ("self.scale", "no", "`self.scale` gets no gradient: it is lost on the way to each request."),
            ("self.policy", "in part", "`self.policy` gets a gradient, though not along every path."),
            (
                "self.target",
                "no",
                "`self.target` is made without requires_grad=True, so it gets no gradient.",
            ),
        ],
    )
    def test_of_a_parameter(self, name: str, carries: str, summary: str) -> None:
        (told,) = self.agent.why(name).values
        assert (told.carries, told.summary) == (carries, summary)

    def test_of_what_the_tape_does_not_watch(self) -> None:
        (told,) = explainer(TAPE).why("x").values
        assert told.carries == "no"
        assert "the tape does not watch what goes in here" in [step.message for step in told.steps]

    def test_without_any_request_nothing_is_claimed(self) -> None:
        (told,) = (
            explainer("import torch\nw = torch.ones(2, requires_grad=True)\ny = w * 2\n").why("w").values
        )
        assert told.carries == "unknown"


class TestCommand:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "agent.py").write_text(AGENT)
        return tmp_path

    def test_text(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["explain", "agent.py", "--why", "self.log_alpha"]) == 0
        assert capsys.readouterr().out == (
            "`self.log_alpha` gets no gradient: it is lost on the way to each request.\n"
            "  enters    agent.py:7   self.log_alpha = torch.zeros(1, requires_grad=True)\n"
            "                         `self.log_alpha`\n"
            "  cut       agent.py:12  alpha = self.log_alpha.exp().item()\n"
            "                         a Python number carries no gradient\n"
            "  requested agent.py:18  loss.backward()\n"
            "                         gradient requested here\n"
        )

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["explain", "agent.py:12", "--output-format", "json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["filename"], told["values"][0]["carries"]) == ("agent.py", "no")
        assert [step["role"] for step in told["values"][0]["steps"]] == ["enters", "cut", "requested"]

    def test_svg(self, folder: Path) -> None:
        (folder / "agent.py").write_text(AGENT.replace("opt.step()", "opt.step()  # <&> \x0c"))
        assert main(["explain", "agent.py:16", "--output-format", "svg", "--output-file", "a.svg"]) == 0
        root = ElementTree.parse(folder / "a.svg").getroot()
        boxes = [one.get("class") for one in root.iter("{http://www.w3.org/2000/svg}rect")]
        assert {"box enters", "box cut", "box asked", "box note"} == set(boxes)

    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            ([], "explain: name a line"),
            (["agent.py"], "explain: expected FILE:LINE"),
            (["agent.py:99"], "explain: agent.py has no line 99"),
            (["none.py:1"], "explain: none.py: No such file"),
            (["agent.py", "--why", "self.log_alpa"], "(did you mean self.log_alpha?)"),
            (["broken.py:1"], "explain: broken.py:1: "),
        ],
    )
    def test_one_line_for_what_is_wrong(
        self, words: list[str], complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / "broken.py").write_text("def (:\n")
        assert main(["explain", *words]) == 2
        out, err = capsys.readouterr()
        assert out == "" and complaint in err and err.count("\n") == 1

    def test_a_line_without_any_value(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["explain", "agent.py:1"]) == 0
        assert capsys.readouterr().out == "Nothing is computed here that gradlint follows.\n"


ORACLE = """
import contextlib, io, json, sys
import torch
for line in sys.stdin:
    scope = {"__name__": "__main__"}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(json.loads(line), "example.py", "exec"), scope)
    except BaseException:
        scope = {}
    found = {name: value.requires_grad for name, value in scope.items() if isinstance(value, torch.Tensor)}
    print(json.dumps(found))
"""


def test_autograd_says_the_same(request: pytest.FixtureRequest) -> None:
    """What stands at the top of the rules' own examples, executed: `requires_grad` is what is claimed."""
    pytest.importorskip("torch")
    programs = [
        example.good for rule in catalog.rules() for example in rule.examples if example.framework == "torch"
    ]
    if not request.config.getoption("--thorough"):
        programs = programs[::3]
    done = subprocess.run(
        [sys.executable, "-c", ORACLE],
        input="".join(json.dumps(program) + "\n" for program in programs),
        capture_output=True,
        text=True,
        check=True,
    )
    compared = 0
    for program, line in zip(programs, done.stdout.splitlines(), strict=True):
        told = explainer(program)
        names = [bound.name for bound in told._witness.bound]
        for name, requires in json.loads(line).items():
            rows = {bound.place.node: bound for bound in told._witness.bound if bound.name == name}
            changed = re.search(rf"\b{name}(\.\w+_\(|\[.*\] =| [-+*/]=)", program)  # later, in place
            if len(rows) != 1 or names.count(name) != 1 or changed:
                continue
            (bound,) = rows.values()
            span = told._span(bound.place)
            assert span is not None
            value = next((one for one in told.line(span.start.row).values if one.name == f"`{name}`"), None)
            if value is None or value.carries == "unknown":
                continue
            compared += 1
            assert (value.carries != "no") == requires, f"{name} on line {span.start.row} of\n{program}"
    assert compared > 20
