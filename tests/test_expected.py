"""Errors that a program waits for, blanks of exercises and commands of IPython are not reported."""

from __future__ import annotations

import json

import pytest

from gradlint import lint_source as lint


class TestWhatIsExpected:
    """An error that the program waits for is no news to its author."""

    WRITE = "import jax.numpy as jnp\nx = jnp.zeros(3)\n"

    @pytest.mark.parametrize(
        "expecting",
        [
            "try:\n    x[0] = 1.0\nexcept TypeError as error:\n    assert 'immutable' in str(error)\n",
            "try:\n    x[0] = 1.0\nexcept (ValueError, TypeError):\n    pass\n",
            "try:\n    x[0] = 1.0\nexcept Exception as error:\n    print(error)\n",
            "with pytest.raises(TypeError):\n    x[0] = 1.0\n",
        ],
    )
    def test_an_error_that_is_waited_for_is_not_reported(self, expecting: str) -> None:
        assert lint(self.WRITE + "import pytest\n" + expecting) == ()

    @pytest.mark.parametrize(
        "other",
        [
            "try:\n    x[0] = 1.0\nexcept ValueError:\n    pass\n",
            "try:\n    x[0] = 1.0\nexcept TypeError:\n    raise\n",
            "try:\n    x[0] = 1.0\n    y = x.sum()\nexcept Exception:\n    y = 0\n",
        ],
    )
    def test_a_handler_for_something_else_does_not_hide_it(self, other: str) -> None:
        assert [each.code for each in lint(self.WRITE + other)] == ["GL207"]

    def test_a_cell_that_is_tagged_to_raise_may_raise(self) -> None:
        cell = {
            "cell_type": "code",
            "metadata": {"tags": ["raises-exception"]},
            "source": self.WRITE + "x[0] = 1.0",
        }
        assert lint(json.dumps({"cells": [cell]}), "lesson.ipynb") == ()
        plain = {**cell, "metadata": {}}
        assert len(lint(json.dumps({"cells": [plain]}), "lesson.ipynb")) == 1

    def test_the_cell_of_the_request_may_be_the_one_that_raises(self) -> None:
        write = "import torch\nw = torch.ones(3, requires_grad=True)\ny = w.exp()\ny.add_(1)"
        made = {"cell_type": "code", "metadata": {}, "source": write}
        asked = {
            "cell_type": "code",
            "metadata": {"tags": ["raises-exception"]},
            "source": "y.sum().backward()",
        }
        assert lint(json.dumps({"cells": [made, asked]}), "lesson.ipynb") == ()
        plain = {**asked, "metadata": {}}
        assert len(lint(json.dumps({"cells": [made, plain]}), "lesson.ipynb")) == 1

    @pytest.mark.parametrize("error", ["RuntimeError", "Exception", "(TypeError, RuntimeError)", "failure"])
    def test_an_assertion_excuses_the_error_that_it_names(self, error: str) -> None:
        text = "import pytest, torch\ndef step(w):\n    w.add_(1)\ndef test():\n    failure = RuntimeError\n"
        text += f"    with pytest.raises({error}):\n        step(torch.ones(3, requires_grad=True))\ntest()\n"
        assert lint(text) == ()
        assert len(lint(text.replace(f"raises({error})", "raises(KeyError)"))) == 1

    @pytest.mark.parametrize(
        ("end", "count"),
        [("", 0), ("\n# printed below\n", 0), (";", 1), ("\nprint(x)", 1)],
    )
    def test_what_a_notebook_prints_is_not_thrown_away(self, end: str, count: int) -> None:
        cell = {"cell_type": "code", "metadata": {}, "source": self.WRITE + "x.at[0].set(1.0)" + end}
        assert len(lint(json.dumps({"cells": [cell]}), "lesson.ipynb")) == count

    def test_the_blanks_of_an_exercise_are_no_errors(self) -> None:
        cell = {"cell_type": "code", "source": "import jax\nw =  # YOUR CODE HERE\n"}
        assert lint(json.dumps({"cells": [cell]}), "exercise.ipynb") == ()

    @pytest.mark.parametrize("command", ["!pip install optax", "%matplotlib inline", "%cd build"])
    def test_a_command_in_an_exported_script_costs_its_own_line(self, command: str) -> None:
        (found,) = lint(f"{command}\n{self.WRITE}x[0] = 1.0\n")
        assert (found.code, found.span.start.row) == ("GL207", 4)


def test_a_layer_from_the_tests_of_torch_may_have_weights() -> None:
    text = (
        "import torch\n"
        "from torch.testing._internal.common_fsdp import MLP\n"
        "net = torch.nn.Sequential(MLP(4), MLP(4))\n"
        "net(torch.randn(2, 4)).sum().backward()\n"
    )
    assert not lint(text)
