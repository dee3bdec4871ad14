"""What we made up is known as ours: an exception that a stand-in caused proves nothing about the user's code."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from gradlint.confirm.runner.execute.errors import problem_of
from gradlint.confirm.runner.execute.made_up import forget_what_was_handed
from gradlint.confirm.runner.execute.program import SCAFFOLD
from gradlint.confirm.runner.slices.script.dialects.torch_ import TORCH
from gradlint.confirm.runner.slices.script.stand_ins import STANDIN
from gradlint.confirm.runner.verdict.perform import perform
from tests.support.findings import job_for


@pytest.fixture(autouse=True)
def _keep_modules() -> Iterator[None]:
    before = dict(sys.modules)
    yield
    sys.modules.update(before)


def raised_by(text: str) -> dict[str, Any]:
    """What a program raises in which `absent` stands for a module that is not there."""
    names: dict[str, Any] = {}
    exec("import torch\nBASE = torch.nn.Module\n" + STANDIN + TORCH.surrogate, names)
    names["absent"], names["network"] = names["Standin"]("absent"), names["Surrogate"]()
    forget_what_was_handed()
    linecache.cache["program.py"] = (len(text), None, text.splitlines(keepends=True), "program.py")
    try:
        exec(compile(text, "program.py", "exec"), names)
    except Exception as error:
        problem = problem_of(error, "program.py")
        return problem.as_json()
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    "text",
    [
        "torch.exp(absent.value)",
        "torch.ones(2) @ absent.value",
        "def f(x):\n    y = absent.pad(x)\n    return y.view(7)\nf(torch.ones(3, 2))",
        "network(torch.ones(2), torch.ones(2, dtype=torch.long), returns=network.weight.no_such_thing)",
        "rows = [torch.exp(one) for one in absent.rows()]\ntorch.stack(rows)",
        "class A:\n    pass\na = A()\na.scale = absent.scale\ntorch.ones(2).mul(\n    a.scale)",
    ],
)
def test_an_exception_with_a_stand_in_in_it_is_marked(text: str) -> None:
    error = raised_by(text)
    assert error["ours"], error


@pytest.mark.parametrize(
    "text",
    [
        "torch.ones(2).view(7)",
        "decorated = absent.register(lambda x: x.view(7))\ndecorated(torch.ones(2))",
        "y = network(torch.ones(2))\ntorch.ones(2).requires_grad_().numpy()",
    ],
)
def test_an_exception_beside_a_stand_in_is_the_users(text: str) -> None:
    error = raised_by(text)
    assert not error["ours"], error


@pytest.mark.parametrize(("call", "is_ours"), [("loss(1.0)", True), ("loss(1.0, shift='text')", False)])
def test_an_argument_that_we_left_out_is_ours(call: str, is_ours: bool) -> None:
    text = "def loss(w, shift=None):\n    return w * -shift\n"
    linecache.cache["program.py"] = (len(text), None, text.splitlines(keepends=True), "program.py")
    names: dict[str, Any] = {}
    exec(compile(text, "program.py", "exec"), names)
    script = ast.increment_lineno(ast.parse(call), SCAFFOLD)
    with pytest.raises(TypeError) as raised:
        exec(compile(script, "program.py", "exec"), names)
    assert problem_of(raised.value, "program.py").ours == is_ours


MODULE = """
    import torch

    class Scale(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = torch.nn.Parameter(torch.ones(3))  # source

        def forward(self, x):
            return (self.scale * x).detach()  # here
"""
FUNCTION = """
    import torch

    def scaled(weight, x):  # source
        return (weight * x).detach()  # here
"""


@pytest.mark.parametrize(("text", "is_ours"), [(MODULE, False), (FUNCTION, True)])
def test_a_leaf_that_we_invented_is_told_from_one_of_the_user(text: str, is_ours: bool) -> None:
    report = perform(job_for(text, "GL401", fixed=text.replace(".detach()", "")))
    assert (report["level"], report["made_up_leaf"]) == ("slice", is_ours)
    assert "given_x" in report["made_up_sources"]
