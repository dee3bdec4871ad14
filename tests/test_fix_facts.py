"""Which fact makes a fix safe: programs where it holds, executed before and after, and programs where it does not.

A safe fix keeps the values that a program computes and every gradient that it had. The programs come from
code in which a fix was once wrong, each in several variations.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from gradlint.core.model import Finding
from gradlint.engine.findings import analysed, findings_in
from gradlint.fixing.apply import fixed_unit
from gradlint.rules import detected
from gradlint.sources.python import python_unit
from tests.support.runner import run_file

EVERY = detected()


def program(source: str) -> str:
    return "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n" + textwrap.dedent(
        source
    )


def found(source: str, code: str, path: str = "script.py") -> list[Finding]:
    return [one for one in findings_in(python_unit(source, path), EVERY) if one.code == code]


def levels(source: str, code: str) -> set[str]:
    reported = found(source, code)
    assert reported, f"{code} is not reported"
    return {one.fix.applicability if one.fix else "none" for one in reported}


def fixed(source: str, code: str) -> str:
    """The source with the fix of its first finding of a rule."""
    fix = found(source, code)[0].fix
    assert fix is not None
    made = fixed_unit(python_unit(source, "script.py"), fix)
    assert made is not None
    return made


# -- the guilty operation stands in the text that is edited ----------------------------------

HELPER = """
import torch
from torch import nn

class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.zeros(3))
        self.raw = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return x * (self.mean + torch.log(1 + torch.exp(self.raw)) * torch.randn(3))

def squashed(x):
    return torch.log(torch.softmax(x, dim=0))

def penalised(net, x):
    with torch.no_grad():
        y = net(x)
    return y.sum()
"""


@pytest.mark.parametrize(
    "source",
    [
        """
        from parts import Noisy

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.parts = nn.ModuleList([Noisy(), nn.ReLU()])

            def forward(self, x):
                for part in self.parts:
                    x = part(x)
                return x

        Net()(torch.randn(2, 3)).sum().backward()
        """,
        """
        from parts import squashed

        w = torch.ones(3, requires_grad=True)
        squashed(w).sum().backward()
        """,
        """
        from parts import penalised

        net = nn.Linear(3, 1)
        loss = penalised(net, torch.randn(2, 3))
        loss.backward()
        """,
    ],
)
def test_what_happens_in_another_file_is_fixed_there(tmp_path: Path, source: str) -> None:
    (tmp_path / "parts.py").write_text(HELPER)
    path = tmp_path / "main.py"
    path.write_text(program(source))
    unit = python_unit(path.read_text(), str(path))
    seen = analysed(unit, EVERY)
    assert seen.elsewhere
    assert not [one for one in seen.findings if one.fix]
    module = python_unit(HELPER, str(tmp_path / "parts.py"))
    for one in seen.elsewhere:
        assert one.path == module.path
        made = fixed_unit(module, one.fix) if one.fix is not None else None
        assert made is None or (made != HELPER and compile(made, "parts.py", "exec"))


def test_a_helper_in_the_same_file_is_fixed_itself() -> None:
    source = program(
        """
        def spread(raw):
            return torch.log(1 + torch.exp(raw))

        w = torch.zeros(3, requires_grad=True)
        spread(w).sum().backward()
        """
    )
    assert "return F.softplus(raw)" in fixed(source, "GL703")
    assert levels(source, "GL703") == {"safe"}


@pytest.mark.parametrize(
    ("code", "source"),
    [
        (
            "GL104",
            """
            def distance(x, y):
                return ((x - y) ** 2).sum().item()

            w = torch.zeros(3, requires_grad=True)
            history = [distance(torch.ones(3), torch.zeros(3))]
            loss = torch.tensor(distance(w, torch.ones(3))) * torch.ones(1, requires_grad=True)
            loss.backward()
            print(w.grad, f"{history[0]:.3f}")
            """,
        ),
        (
            "GL401",
            """
            def centre(x):
                return x.data - x.data.mean()

            w = torch.ones(3, requires_grad=True)
            loss = centre(w * w).sum()
            loss.backward()
            """,
        ),
        (
            "GL405",
            """
            def draw(mean):
                return torch.distributions.Normal(mean, 1.0).sample()

            m = torch.zeros(3, requires_grad=True)
            loss = (draw(m) ** 2).sum()
            loss.backward()
            """,
        ),
    ],
)
def test_what_a_function_hands_out_to_others_is_not_safe_to_change(code: str, source: str) -> None:
    assert "safe" not in levels(program(source), code)


# -- programs with a safe fix, run before and after ------------------------------------------

SAFE = {
    "stable functions": (
        "GL703",
        """
        w = torch.tensor([[0.1, 0.2], [0.3, 0.4]], requires_grad=True)
        out = torch.log(torch.softmax(w, dim=1))
        print([round(each, 4) for each in out.flatten().tolist()])
        out[0, 0].backward()
        print(w.grad is not None)
        """,
    ),
    "a sum that keeps its axis": (
        "GL703",
        """
        w = torch.tensor([[0.1, 0.2], [0.3, 0.4]], requires_grad=True)
        out = torch.exp(w) / torch.exp(w).sum(1, keepdim=True)
        print([round(each, 4) for each in out.flatten().tolist()])
        out[0, 0].backward()
        print(w.grad is not None)
        """,
    ),
    "the sum of exponentials": (
        "GL703",
        """
        w = torch.tensor([[0.1, 0.2], [0.3, 0.4]], requires_grad=True)
        out = torch.log(torch.exp(w).sum(dim=1, keepdim=True))
        print(out.shape, [round(each, 4) for each in out.flatten().tolist()])
        out.sum().backward()
        print(w.grad is not None)
        """,
    ),
    "a registered list": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                torch.manual_seed(0)
                self.layers = []
                for _ in range(2):
                    self.layers.append(nn.Linear(3, 3))

            def forward(self, x):
                for layer in self.layers:
                    x = layer(x)
                return x

        net = Net()
        y = net(torch.ones(1, 3))
        print([round(each, 4) for each in y.flatten().tolist()], len(net.layers))
        """,
    ),
    "a registered dictionary": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                torch.manual_seed(0)
                self.heads = {"left": nn.Linear(3, 1), "right": nn.Linear(3, 1)}

            def forward(self, x):
                return sum(head(x) for head in self.heads.values())

        print([round(each, 4) for each in Net()(torch.ones(2, 3)).flatten().tolist()])
        """,
    ),
    "a total of losses": (
        "GL604",
        """
        torch.manual_seed(0)
        net = nn.Linear(3, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        total = 0.0
        for _ in range(3):
            opt.zero_grad()
            loss = net(torch.ones(2, 3)).pow(2).mean()
            loss.backward()
            opt.step()
            total += loss
        print(round(float(total), 4))
        """,
    ),
    "logits by a name of their own": (
        "GL705",
        """
        net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(0.5))
        x, y = torch.ones(2, 3), torch.tensor([0, 1])
        probs = torch.softmax(net(x), dim=-1)
        loss = nn.CrossEntropyLoss()(probs, y)
        loss.backward()
        print(probs.shape, net[0].weight.grad is not None)
        """,
    ),
    "a leaf on a device": (
        "GL305",
        """
        torch.manual_seed(0)
        w = nn.Parameter(torch.randn(3)).to(torch.float64)
        opt = torch.optim.SGD([w], lr=0.1)
        print(w.dtype, [round(each, 4) for each in w.tolist()])
        """,
    ),
    "a layer that worked in place": (
        "GL203",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(3, 3)
                self.act = nn.ReLU(inplace=True)

            def forward(self, x):
                x = torch.sigmoid(self.fc(x))
                x = self.act(x)
                return x

        torch.manual_seed(0)
        net = Net()
        y = net(torch.ones(1, 3))
        print([round(each, 4) for each in y.flatten().tolist()])
        y.sum().backward()
        """,
    ),
    "parameters in a loop": (
        "GL201",
        """
        net = nn.Linear(3, 1)
        with torch.no_grad():
            net.weight.fill_(2.0)
        for p in net.parameters():
            p.clamp_(-1.0, 1.0)
        print(net.weight.tolist())
        """,
    ),
    "a number in place of a number": (
        "GL104",
        """
        import math
        w = torch.tensor(0.5, requires_grad=True)
        grown = math.exp(w)
        loss = grown * w
        print(round(float(loss), 3))
        loss.backward()
        """,
    ),
}


@pytest.mark.parametrize("name", SAFE)
def test_a_safe_fix_keeps_what_a_program_prints(name: str) -> None:
    code, body = SAFE[name]
    source = program(body)
    assert levels(source, code) == {"safe"}
    fixed_text = fixed(source, code)
    before, after = run_file("torch", source), run_file("torch", fixed_text)
    assert after.end == "ran", f"{after.error}\n{fixed_text}"
    # What raised before shows at least as much afterwards.
    assert after.stdout.startswith(before.stdout), fixed_text


# -- programs where the fact does not hold ---------------------------------------------------

NOT_SAFE = {
    "log of a mean": (
        "GL703",
        """
        w = torch.ones(2, 3, requires_grad=True)
        torch.log(torch.exp(w).mean(1)).sum().backward()
        """,
    ),
    "another base": (
        "GL703",
        """
        w = torch.ones(2, 3, requires_grad=True)
        torch.log2(1 + torch.exp2(w)).sum().backward()
        """,
    ),
    "no axis": (
        "GL703",
        """
        w = torch.ones(2, 3, requires_grad=True)
        torch.log(F.softmax(w)).sum().backward()
        """,
    ),
    "a sum that loses its axis": (
        "GL703",
        """
        w = torch.ones(3, 3, requires_grad=True)
        (torch.exp(w) / torch.exp(w).sum(1)).sum().backward()
        """,
    ),
    "a layer called softmax": (
        "GL703",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(3, 3)
                self.softmax = nn.Softmax(dim=1)

            def forward(self, x):
                return torch.log(self.softmax(self.fc(x)))

        Net()(torch.ones(2, 3)).sum().backward()
        """,
    ),
    "a comment in between": (
        "GL703",
        """
        w = torch.ones(3, requires_grad=True)
        y = torch.log(
            1  # the identity
            + torch.exp(w)
        )
        y.sum().backward()
        """,
    ),
    "a key that is a number": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.heads = {3: nn.Linear(4, 1), 5: nn.Linear(4, 1)}

            def forward(self, x, k):
                return self.heads[k](x)

        Net()(torch.ones(1, 4), 3)
        """,
    ),
    "a key with a dot": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.heads = {"block.0": nn.Linear(4, 1)}

            def forward(self, x):
                return self.heads["block.0"](x)

        Net()(torch.ones(1, 4))
        """,
    ),
    "a function among the layers": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.steps = [nn.Linear(4, 4), torch.relu]

            def forward(self, x):
                for step in self.steps:
                    x = step(x)
                return x

        Net()(torch.ones(1, 4))
        """,
    ),
    "a method that a list has": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.steps = [nn.Linear(4, 4), nn.Linear(4, 4)]

            def forward(self, x):
                for step in self.steps:
                    x = step(x) + self.steps.index(step)
                return x

        Net()(torch.ones(1, 4))
        """,
    ),
    "a module that is hidden in a list": (
        "GL308",
        """
        class Judge(nn.Module):
            def __init__(self):
                super().__init__()
                self.net = nn.Linear(4, 1)

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.judge = [Judge().cpu()]
                self.body = nn.Linear(4, 4)

            def forward(self, x):
                return self.judge[0].net(self.body(x))

        Net()(torch.ones(1, 4))
        """,
    ),
    "parts with an optimizer of their own": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.experts = [nn.Linear(4, 1), nn.Linear(4, 1)]
                self.optimizer = torch.optim.SGD(self.experts[0].parameters(), lr=0.1)

            def forward(self, x):
                return sum(expert(x) for expert in self.experts)

        Net()(torch.ones(1, 4))
        """,
    ),
    "a constant that requires a gradient": (
        "GL308",
        """
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.core = nn.Linear(2, 1)
                self.turn = self.quarter().requires_grad_(True)

            def quarter(self):
                return torch.tensor([[0.0, 1.0], [-1.0, 0.0]])

            def forward(self, x):
                return self.core(x @ self.turn)

        Net()(torch.ones(1, 2)).sum().backward()
        """,
    ),
    "an optimizer with gradients by hand": (
        "GL301",
        """
        def search(x):
            step = torch.zeros_like(x)
            optimizer = torch.optim.Adam([step], lr=0.1)
            for _ in range(3):
                step.grad = torch.ones_like(step)
                optimizer.step()
                step += 0.1
            return x + step

        print(search(torch.rand(3)))
        """,
    ),
    "a precision of its own": (
        "GL302",
        """
        x = torch.randn(3, dtype=torch.float64)
        low = torch.tensor([1, 2, 3], requires_grad=True)
        (x @ low).backward()
        """,
    ),
    "a step in meta-learning": (
        "GL605",
        """
        w = torch.ones(3, requires_grad=True)
        inner = (w ** 2).sum()
        g = torch.autograd.grad(inner, w)[0]
        fast = w - 0.1 * g
        (fast ** 2).sum().backward()
        """,
    ),
    "the other branch": (
        "GL705",
        """
        net = nn.Linear(3, 4)
        x, y = torch.ones(2, 3), torch.tensor([0, 1])
        logits = net(x)
        if x.sum() > 2:
            probs = torch.softmax(logits, dim=-1)
        else:
            probs = torch.softmax(logits * 2, dim=-1)
        F.cross_entropy(probs, y).backward()
        """,
    ),
    "a loss for two": (
        "GL705",
        """
        net = nn.Linear(3, 1)
        x, y = torch.rand(2, 3), torch.ones(2, 1)
        criterion = nn.BCELoss()
        print(criterion(torch.sigmoid(x), torch.ones(2, 3)))
        criterion(net(x), y).backward()
        """,
    ),
    "a function with a state": (
        "GL803",
        """
        class Scaled(torch.autograd.Function):
            def __init__(self, factor):
                self.factor = factor

            def forward(self, x):
                return x * self.factor

            def backward(self, grad):
                return grad * self.factor

        x = torch.ones(3, requires_grad=True)
        Scaled(2.0)(x).sum().backward()
        """,
    ),
    "an environment": (
        "GL601",
        """
        def train(env, net, optimizer):
            for _ in range(10):
                state = env.step(1)
                loss = net(state).sum()
                loss.backward()
                optimizer.step()

        net = nn.Linear(3, 1)
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(10):
            loss = net(torch.ones(1, 3)).sum()
            loss.backward()
            (net.weight ** 2).sum().backward()
            optimizer.step()
        """,
    ),
    "what a function returns": (
        "GL604",
        """
        def collected(net, batches):
            kept = []
            for batch in batches:
                out = net(batch)
                kept.append(out)
                out.sum().backward(retain_graph=True)
            return kept

        net = nn.Linear(3, 1)
        for _ in range(3):
            for each in collected(net, [torch.ones(1, 3)]):
                pass
        """,
    ),
    "a loss that may still be a number": (
        "GL604",
        """
        net = nn.Linear(3, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        loss = 0.0
        kept = []
        for step in range(4):
            if step % 2:
                opt.zero_grad()
                loss = net(torch.ones(1, 3)).sum()
                loss.backward()
                opt.step()
            if type(loss) == float:
                kept.append(loss)
            else:
                kept.append(loss)
        """,
    ),
    "the row of a matrix": (
        "GL203",
        """
        m = torch.ones(3, 3, requires_grad=True)
        y = torch.sigmoid(m)
        for row in y:
            row *= 2
        y.sum().backward()
        """,
    ),
    "a tensor with a second name": (
        "GL203",
        """
        w = torch.ones(3, requires_grad=True)
        y = torch.sigmoid(w)
        shown = y
        y.mul_(2)
        print(shown)
        y.sum().backward()
        """,
    ),
    "what the next round overwrites": (
        "GL203",
        """
        w = torch.ones(3, requires_grad=True)
        y = torch.sigmoid(w)
        kept = []
        for _ in range(2):
            y.mul_(2)
            kept.append(y)
        print(kept[0])
        y.sum().backward()
        """,
    ),
    "a result that was dropped": (
        "GL203",
        """
        def activated(x):
            y = torch.sigmoid(x)
            z = y
            F.relu(y, inplace=True)
            return z

        w = torch.ones(3, requires_grad=True)
        activated(w).sum().backward()
        """,
    ),
    "a parameter of a function": (
        "GL305",
        """
        def descend(w):
            w = w - 0.1 * w.grad
            return w

        w = torch.ones(3, requires_grad=True)
        for _ in range(3):
            (w ** 2).sum().backward()
            v = descend(w)
        """,
    ),
    "freezing": (
        "GL303",
        """
        net = nn.Linear(3, 1)
        for p in net.parameters():
            p.require_grad = False
        net(torch.ones(1, 3)).sum().backward()
        """,
    ),
    "a draw that is scored": (
        "GL405",
        """
        m = torch.zeros(3, requires_grad=True)
        dist = torch.distributions.Normal(m, 1.0)
        action = dist.sample()
        loss = (action ** 2).sum()
        print(dist.log_prob(action).sum())
        loss.backward()
        """,
    ),
}


@pytest.mark.parametrize("name", NOT_SAFE)
def test_a_fix_is_not_safe_where_its_fact_does_not_hold(name: str) -> None:
    code, body = NOT_SAFE[name]
    reported = found(program(body), code)
    assert not [one.fix for one in reported if one.fix and one.fix.applicability == "safe"]


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("GL204", "y = torch.sigmoid(m)\nfor row in y:\n    row *= 2\ny.sum().backward()"),
        ("GL203", "y = torch.sigmoid(m)\nfirst = y[0]\nfirst += 1\ny.sum().backward()"),
        ("GL203", "y = torch.sigmoid(m)\nflat = y.view(-1)\nflat.mul_(2)\ny.sum().backward()"),
        ("GL203", "def grow(h):\n    h.mul_(2)\n\ny = torch.sigmoid(m)\ngrow(y)\ny.sum().backward()"),
        ("GL203", "def mask(h):\n    h[0] = 0\n\ny = torch.sigmoid(m)\nmask(y)\ny.sum().backward()"),
    ],
)
def test_a_name_is_not_bound_anew_where_its_memory_is_meant(code: str, body: str) -> None:
    source = program("m = torch.ones(3, 3, requires_grad=True)\n" + body + "\n")
    assert levels(source, code) == {"none"}


@pytest.mark.parametrize(
    "body",
    [
        "kept = []\n        for block in self.blocks:\n            x = block(x)\n            kept.append(x)\n"
        "        return torch.cat([x, kept[0]], dim=1)",
        "terms = []\n        for block in self.blocks:\n            terms.append(block(x).sum())\n"
        "        return sum(terms)",
    ],
)
def test_what_a_forward_pass_collects_keeps_its_gradient(body: str) -> None:
    source = program(
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])\n\n"
        f"    def forward(self, x):\n        {body}\n\nNet()(torch.ones(1, 3)).sum().backward()\n"
    )
    assert not [one.fix for one in found(source, "GL604") if one.fix]


@pytest.mark.parametrize("update", ["p -= 0.1 * p.grad", "p.clamp_(0.0, 1.0)", "p.zero_()"])
def test_parameters_in_a_loop_are_changed_where_they_are(update: str) -> None:
    source = program(
        f"""
        net = nn.Linear(3, 1)
        net(torch.ones(1, 3)).sum().backward()
        for p in net.parameters():
            {update}
        """
    )
    assert levels(source, "GL201") == {"safe"}
    assert f"    with torch.no_grad():\n        {update}\n" in fixed(source, "GL201")


def test_an_optimizer_that_is_in_use_is_not_moved() -> None:
    source = program(
        """
        net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(3):
            opt.zero_grad()
            net(torch.ones(1, 4)).sum().backward()
            opt.step()
        net[1] = nn.Linear(8, 3)
        for _ in range(3):
            opt.zero_grad()
            net(torch.ones(1, 4)).sum().backward()
            opt.step()
        """
    )
    assert levels(source, "GL310") == {"unsafe"}
    fixed_text = fixed(source, "GL310")
    assert fixed_text.count("torch.optim.SGD") == 2
    assert run_file("torch", fixed_text).end == "ran"


def test_an_optimizer_that_is_not_in_use_yet_is_moved_alone() -> None:
    source = program(
        """
        net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))
        other = nn.Linear(2, 2)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        rest = torch.optim.SGD(other.parameters(), lr=0.1)
        net[1] = nn.Linear(8, 3)
        opt.zero_grad()
        net(torch.ones(1, 4)).sum().backward()
        opt.step()
        """
    )
    assert levels(source, "GL310") == {"safe"}
    lines = fixed(source, "GL310").splitlines()
    assert lines.index("rest = torch.optim.SGD(other.parameters(), lr=0.1)") < lines.index(
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)"
    )


def test_first_order_on_purpose_and_a_penalty_are_told_apart() -> None:
    source = program(
        """
        w = torch.randn(3, requires_grad=True)
        x = torch.randn(5, 3, requires_grad=True)
        out = (x @ w).tanh().sum()
        g = torch.autograd.grad(out, x)[0]
        loss = out + ((g.view(5, -1).norm(2, dim=1) - 1) ** 2).mean()
        loss.backward()
        """
    )
    assert levels(source, "GL605") == {"safe"}
    assert levels(
        source.replace("autograd.grad(out, x)", "autograd.grad(out, x, create_graph=False)"), "GL605"
    ) == {"unsafe"}
