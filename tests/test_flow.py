"""What the flow understands of Python: each program says on which line which rule fires, or none."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import libcst as cst
import pytest

from gradlint.analysis.project import outline
from gradlint.core.model import Severity
from gradlint.engine.findings import analysed, findings_in
from gradlint.rules import detected
from gradlint.sources.unit import Unit

MARK = re.compile(r"# (GL\d{3})$")

PROGRAMS = {
    "an alias of a module": """
        import torch as t
        nn = t.nn
        w = t.zeros(3, requires_grad=True)
        w.exp_()  # GL201
    """,
    "what has passed for an integer is no tracer": """
        import jax


        def check(x):
            if isinstance(x, int):
                if x < 3:
                    raise ValueError(x)


        def wrapped(static):
            def inner(dynamic):
                axes = jax.tree.map(lambda a: a, static.axes)
                jax.tree.map(check, axes)
                return dynamic * 2

            return jax.jit(inner)(jax.numpy.ones(3))
    """,
    "an import inside a function": """
        def f():
            from torch import rand as draw
            w = draw(3, requires_grad=True)
            w.exp_()  # GL201
        f()
    """,
    "an import in a try block": """
        try:
            import torch
        except ImportError:
            torch = None
        w = torch.ones(2, requires_grad=True)
        w += 1  # GL201
    """,
    "a name for the same tensor": """
        import torch
        w = torch.ones(2, requires_grad=True)
        same = w
        same.mul_(2)  # GL201
    """,
    "a flag set after the name was copied": """
        import torch
        w = torch.ones(2)
        same = w
        w.requires_grad_()
        same.mul_(2)  # GL201
    """,
    "a helper that changes its argument": """
        import torch
        def scale(t):
            t.mul_(2)  # GL201
        scale(torch.ones(2, requires_grad=True))
    """,
    "a method that changes an attribute": """
        import torch
        class Model:
            def __init__(self):
                self.w = torch.ones(2, requires_grad=True)
            def shrink(self):
                self.w *= 0.9  # GL201
        Model().shrink()
    """,
    "an attribute inherited from a base class": """
        import torch
        class Base:
            def __init__(self):
                self.w = torch.ones(2, requires_grad=True)
        class Model(Base):
            def __init__(self):
                super().__init__()
                self.w.zero_()  # GL201
        Model()
    """,
    "a class attribute": """
        import torch
        class Model:
            w = torch.ones(2, requires_grad=True)
            def shrink(self):
                self.w.zero_()  # GL201
        Model().shrink()
    """,
    "a closure": """
        import torch
        def make():
            w = torch.ones(2, requires_grad=True)
            def update():
                w.zero_()  # GL201
            return update
        make()()
    """,
    "a lambda in a dictionary": """
        import torch
        w = torch.ones(2, requires_grad=True)
        actions = {"clear": lambda t: t.zero_()}  # GL201
        actions["clear"](w)
    """,
    "tuple unpacking with a star": """
        import torch
        a, *rest = [torch.ones(1), torch.ones(2, requires_grad=True), 3]
        rest[0].zero_()  # GL201
        a.zero_()
    """,
    "a comprehension over tensors": """
        import torch
        ws = [torch.ones(n, requires_grad=True) for n in (1, 2)]
        for w in ws:
            w.zero_()  # GL201
    """,
    "an own decorator": """
        import functools, torch
        def logged(f):
            @functools.wraps(f)
            def inner(*args, **kwargs):
                print("call")
                return f(*args, **kwargs)
            return inner
        @logged
        def clear(t):
            t.zero_()  # GL201
        clear(torch.ones(2, requires_grad=True))
    """,
    "a partial": """
        import torch
        from functools import partial
        def add(t, n):
            t.add_(n)  # GL201
        partial(add, n=3)(torch.ones(2, requires_grad=True))
    """,
    "no_grad as a block": """
        import torch
        w = torch.ones(2, requires_grad=True)
        with torch.no_grad():
            w.zero_()
    """,
    "no_grad as a decorator": """
        import torch
        @torch.no_grad()
        def clear(t):
            t.zero_()
        clear(torch.ones(2, requires_grad=True))
    """,
    "no_grad around the caller": """
        import torch
        def clear(t):
            t.zero_()
        with torch.no_grad():
            clear(torch.ones(2, requires_grad=True))
    """,
    "no_grad in an own context manager": """
        import contextlib, torch
        @contextlib.contextmanager
        def frozen():
            with torch.no_grad():
                yield
        w = torch.ones(2, requires_grad=True)
        with frozen():
            w.zero_()
    """,
    "enable_grad inside no_grad": """
        import torch
        w = torch.ones(2, requires_grad=True)
        with torch.no_grad():
            with torch.enable_grad():
                w.zero_()  # GL201
    """,
    "one branch keeps the gradient": """
        import torch
        w = torch.ones(2, requires_grad=True)
        h = w * 2
        if input():
            h = h.detach()
        h.sum().backward()
    """,
    "both branches lose it": """
        import torch
        w = torch.ones(2, requires_grad=True)
        if input():
            h = (w * 2).detach()  # GL401
        else:
            h = (w * 3).detach()  # GL401
        h.sum().backward()
    """,
    "a loop that carries a leaf over": """
        import torch
        w = torch.ones(2, requires_grad=True)
        for _ in range(3):
            (w ** 2).sum().backward()
            w = w - 0.1 * w.grad  # GL305
    """,
    "a loop that starts anew": """
        import torch
        w = torch.ones(2, requires_grad=True)
        for _ in range(3):
            (w ** 2).sum().backward()
            w = (w - 0.1 * w.grad).detach().requires_grad_()
    """,
    "an early return": """
        import torch
        def clamp(t, on):
            if not on:
                return t
            return t.detach()
        w = torch.ones(2, requires_grad=True)
        clamp(w, False).sum().backward()
    """,
    "a default argument decides": """
        import torch
        def features(t, frozen=True):
            return (t * 2).detach() if frozen else t * 2  # GL401
        w = torch.ones(2, requires_grad=True)
        features(w).sum().backward()
    """,
    "a tuple that rebinds the name": """
        import torch
        w = torch.rand(4, requires_grad=True)
        p = torch.softmax(w, 0)
        p, i = torch.topk(p, 2)
        p /= p.sum()
        p.sum().backward()
    """,
    "unknown code is harmless": """
        import torch
        from elsewhere import model, data
        loss = model(data).pow(2).mean()
        loss.backward()
    """,
    "a recursive helper ends": """
        import torch
        def halve(t, n):
            return t if n == 0 else halve(t / 2, n - 1)
        halve(torch.ones(1, requires_grad=True), 50).backward()
    """,
    "a bound method handed to jax.grad": """
        import jax, numpy as np
        class Model:
            def loss(self, w):
                return np.sin(w)  # GL101
        jax.grad(Model().loss)(1.0)
    """,
    "jit of grad of a partial": """
        import jax, numpy as np
        from functools import partial
        def loss(scale, w):
            return scale * np.sin(w)  # GL101
        jax.jit(jax.grad(partial(loss, 2.0)))(1.0)
    """,
    "only the differentiated argument is traced": """
        import jax, numpy as np
        def loss(w, x):
            return w * np.sin(x)
        jax.grad(loss)(1.0, 2.0)
    """,
    "a tape in a method and a helper in the class": """
        import numpy as np, tensorflow as tf
        class Fit:
            def __init__(self):
                self.w = tf.Variable([1.0, 2.0])
            def loss(self):
                return tf.reduce_sum(np.square(self.w))  # GL101
            def step(self):
                with tf.GradientTape() as tape:
                    loss = self.loss()
                return tape.gradient(loss, [self.w])
        Fit().step()
    """,
    "a tape used in either branch": """
        import tensorflow as tf
        w = tf.Variable(1.0)
        with tf.GradientTape() as tape:
            y = w * w
        if input():
            g = tape.gradient(y, w)
        else:
            g = tape.gradient(y, [w])
    """,
    "a match statement": """
        import torch
        w = torch.ones(2, requires_grad=True)
        match input():
            case "a":
                w.zero_()  # GL201
            case _:
                pass
    """,
    "a walrus": """
        import torch
        if (w := torch.ones(2, requires_grad=True)).sum() > 0:
            w.zero_()  # GL201
    """,
    "the smaller of two tensors is one tensor": """
        import torch
        w = torch.ones(3, requires_grad=True)
        loss = torch.min(w.exp(), torch.ones(3)).sum()
        loss.backward()
        loss.backward()  # GL603
    """,
    "a hook runs before the step that follows it in the text": """
        import torch
        from torch import nn
        layer, head = nn.Linear(3, 3), nn.Linear(3, 1)
        opt = torch.optim.SGD([*layer.parameters(), *head.parameters()])
        z = layer(torch.randn(2, 3))
        start = z.detach().requires_grad_()
        again = layer(start)
        def hook(grad):
            return torch.autograd.grad(again, start, grad, retain_graph=True)[0] + grad
        z.register_hook(hook)
        head(z).sum().backward()
        opt.step()
    """,
    "a scan that carries the state of an optimizer in a tuple": """
        import jax, optax
        opt = optax.adam(0.1)
        def body(carry, _):
            params, state = carry
            updates, state = opt.update(jax.grad(lambda p: (p ** 2).sum())(params), state)
            return (optax.apply_updates(params, updates), state), None
        params = jax.numpy.ones(2)
        jax.lax.scan(body, (params, opt.init(params)), None, 3)
    """,
    "a scan that forgets the state of an optimizer": """
        import jax, optax
        opt = optax.adam(0.1)
        def body(carry, _):
            params, state = carry
            updates, _ = opt.update(jax.grad(lambda p: (p ** 2).sum())(params), state)  # GL208
            return (optax.apply_updates(params, updates), state), None
        params = jax.numpy.ones(2)
        jax.lax.scan(body, (params, opt.init(params)), None, 3)
    """,
    "a mask that NumPy makes by comparing": """
        import numpy as np
        import torch
        w = torch.ones(3, requires_grad=True)
        each = w ** 2
        values = each.detach().numpy()
        chosen = torch.from_numpy((values <= np.median(values)).astype(np.float32))
        ((each * chosen).sum() / chosen.sum()).backward()
    """,
    "a term that is divided by its own size": """
        import torch
        w = torch.ones(3, requires_grad=True)
        one, two = (w ** 2).sum(), (w ** 3).sum()
        (one / one.item() + two * min(2.0, 1.0 + 0.1 * (two.item() - 1.0))).backward()
    """,
    "a term that is multiplied by itself as a number": """
        import torch
        w = torch.ones(3, requires_grad=True)
        one = (w ** 2).sum()
        (one * one.item()).backward()  # GL104
    """,
    "distances between unit vectors keep exp in its range": """
        import torch
        import torch.nn.functional as F
        w = torch.randn(5, 3, requires_grad=True)
        torch.pdist(F.normalize(w, dim=1)).pow(2).mul(-2).exp().mean().log().backward()
    """,
    "distances between any vectors do not": """
        import torch
        w = torch.randn(5, 3, requires_grad=True)
        torch.pdist(w).pow(2).mul(-2).exp().mean().log().backward()  # GL703
    """,
    "a tensor filled with a computed number": """
        import math
        import torch
        w = torch.full((3,), math.log(10.0), requires_grad=True)
        w.exp_()  # GL201
    """,
    "a method that replaces a layer, called too late": """
        import torch
        from torch import nn
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.head = nn.Linear(2, 2)
            def reset(self):
                self.head = nn.Linear(2, 3)
        net = Net()
        opt = torch.optim.SGD(net.parameters())
        net.reset()  # GL310
        opt.zero_grad()
        net.head(torch.ones(1, 2)).sum().backward()
        opt.step()
    """,
    "a layer that is replaced by the object whose optimizer is made elsewhere": """
        import torch
        from torch import nn
        class Trainer:
            def __init__(self):
                self.net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
                self.opt = torch.optim.SGD(self.net.parameters())
            def fit(self):
                self.net[1] = nn.Linear(2, 3)  # GL310
                self.opt.zero_grad()
                self.net(torch.ones(1, 2)).sum().backward()
                self.opt.step()
        Trainer().fit()
    """,
    "an object that is indexed by a method of its own": """
        import torch
        from torch import nn
        layer, w = nn.Linear(3, 3), torch.ones(3, requires_grad=True)
        class Store:
            def __init__(self):
                self.kept = {}
            def keep(self, name, x):
                with torch.inference_mode():
                    self.kept[name] = layer(x)
            def __getitem__(self, name):
                return self.kept[name]
        store = Store()
        for name in ("left", "right"):
            store.keep(name, torch.ones(2, 3))
        (store["left"] * w).sum().backward()  # GL406
    """,
    "a state that a loop inside forward leaves behind": """
        import torch
        from torch import nn
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.cell = nn.GRUCell(3, 4)
                self.state = torch.zeros(2, 4)
            def forward(self, chunk):
                h = self.state
                for x in chunk.unbind(1):
                    h = self.cell(x, h)
                self.state = h
                return h
        net = Net()
        opt = torch.optim.SGD(net.parameters())
        for chunk in torch.randn(2, 8, 3).split(4, dim=1):
            opt.zero_grad()
            net(chunk).sum().backward()  # GL603
            opt.step()
    """,
    "outputs of a loop, each with a graph of its own": """
        import torch
        from torch import nn
        net = nn.Linear(3, 1)
        outputs = []
        for x in torch.randn(9, 2, 3):
            outputs.append(net(x).exp())
        for each in outputs:
            each.sum().backward()
        first, second = outputs[0], outputs[1]
        for each in [net(x) for x in torch.randn(9, 2, 3)]:
            last = each.exp()
        last.sum().backward()
    """,
    "a state that is cut off every so often, or by the last pass of a loop": """
        import torch
        from torch import nn
        cell, h = nn.GRUCell(3, 4), torch.zeros(2, 4)
        opt = torch.optim.SGD(cell.parameters())
        for i, chunk in enumerate(torch.randn(2, 8, 3).split(4, dim=1)):
            if i % 2 == 0:
                h = h.detach()
            ys = []
            for x in chunk.unbind(1):
                h = cell(x, h)
                ys.append(h)
            opt.zero_grad()
            torch.stack(ys).sum().backward(retain_graph=i % 2 == 0)
            opt.step()
            for _ in range(len(ys)):
                h = (h * 1.0).detach()
    """,
    "shares of a sum, some of them zero": """
        import torch
        w = torch.linspace(0, 1, 4, requires_grad=True)
        p = w / w.sum()
        torch.where(p > 0, p * p.log(), torch.zeros_like(p)).sum().backward()  # GL701
    """,
    "shares of a sum, none of them zero": """
        import torch
        w = torch.linspace(0, 1, 4, requires_grad=True)
        x = w.clamp(min=1e-6)
        p = x / x.sum(-1, keepdim=True)
        torch.where(p > 0, p * p.log(), torch.zeros_like(p)).sum().backward()
    """,
    "random numbers that NumPy made while tracing and then cast": """
        import numpy as np
        import tensorflow as tf
        @tf.function
        def step(x):
            noise = 0.1 * np.random.normal(size=3).astype("float32")  # GL110
            return x + noise
        step(tf.ones(3))
    """,
    "a backward that returns a mask": """
        import torch
        class Keep(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x.clamp(min=0)
            @staticmethod
            def backward(ctx, grad):
                (x,) = ctx.saved_tensors
                return (x > 0).to(x.dtype)  # GL802
        Keep.apply(torch.ones(3, requires_grad=True)).sum().backward()
    """,
    "a list of tracers that stays behind": """
        import jax
        import jax.numpy as jnp
        class Net:
            def loss(self, w, x):
                kept = []
                for _ in range(2):
                    x = jnp.tanh(x @ w)
                    kept.append(x)
                self.kept = kept  # GL507
                return x.sum()
        net = Net()
        jax.grad(net.loss)(jnp.ones((3, 3)), jnp.ones(3))
    """,
    "a try around a whole training does not guard a conversion in the loss": """
        import jax
        import jax.numpy as jnp
        def loss(t):
            return jnp.square(float(jnp.exp(t)))  # GL104
        try:
            jax.grad(loss)(1.0)
        except Exception:
            print("failed")
    """,
    "activations that Keras sees through, and others": """
        import keras
        import tensorflow as tf
        x, y = tf.ones((4, 3)), tf.constant([0, 1, 2, 1])
        raw, own = keras.layers.Dense(3), keras.layers.Dense(3, activation="softmax")
        foreign = keras.layers.Dense(3, activation=tf.nn.softmax)
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        focal = keras.losses.CategoricalFocalCrossentropy(from_logits=True)
        with tf.GradientTape() as tape:
            total = loss(y, own(x)) + loss(y, keras.ops.softmax(raw(x))) + loss(y, keras.layers.Softmax()(raw(x)))
            total += loss(y, tf.nn.softmax(raw(x)))  # GL705
            total += loss(y, foreign(x))  # GL705
            total += loss(y, tf.reshape(own(x), (-1, 3)))  # GL705
            total += focal(tf.one_hot(y, 3), own(x))  # GL705
        weights = raw.trainable_variables + own.trainable_variables + foreign.trainable_variables
        tape.gradient(total, weights)
        @tf.function
        def step(x, y):
            with tf.GradientTape() as tape:
                value = loss(y, tf.nn.softmax(raw(x)))
            return tape.gradient(value, raw.trainable_variables)
        step(x, y)
    """,
    "a list that holds itself": """
        import torch
        x = [torch.ones(2)]
        x.append(x)
        x.append(x)
        y = torch.stack(x)
        w = torch.ones(2, requires_grad=True)
        x[1][0].sum().backward()
        w.exp_()  # GL201
    """,
    "lists that hold each other after one branch or the other": """
        import copy, torch
        w = torch.ones(2, requires_grad=True)
        a, b = [], []
        if w.sum() > 0:
            a.append(b)
        else:
            b.append(a)
        a += [b, w]
        b[0] = a
        c = copy.deepcopy(a)
        torch.cat(b).sum().backward()
        w.exp_()  # GL201
    """,
    "a dictionary that holds itself": """
        import jax, jax.numpy as jnp
        import numpy as np
        d = {"w": jnp.ones(2)}
        d["me"] = d
        double = jax.tree_util.tree_map(lambda v: v * 2, d)
        def loss(p):
            return np.asarray(p["w"]).sum()  # GL101
        jax.grad(loss)(d)
    """,
    "a layer that holds itself": """
        import torch
        from torch import nn
        layers = nn.ModuleList([nn.Linear(2, 2)])
        layers.append(layers)
        inner = nn.Sequential(layers[0])
        inner.append(nn.ModuleList([inner]))
        optimizer = torch.optim.SGD([*layers.parameters(), *inner.parameters()])
        loss = layers[0](torch.ones(2)).sum()
        loss.backward()
        optimizer.step()
        layers[0].weight.exp_()  # GL201
    """,
    "a copy of a model whose child knows it": """
        import copy, torch
        from torch import nn
        class Child(nn.Module):
            def __init__(self, parent):
                super().__init__()
                self.parent = [parent]
        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self.w = nn.Parameter(torch.ones(2))
                self.child = Child(self)
        model = copy.deepcopy(Model())
        model.child.parent[0].w.exp_()  # GL201
    """,
    "a module hidden in a list because another owns it": """
        import torch
        from torch import nn
        class Student(nn.Module):
            def __init__(self, teacher, block):
                super().__init__()
                self.teacher = [teacher]
                self.blocks = []  # GL308
                self.blocks.append(block)
                self.own = [nn.Linear(2, 2)]  # GL308
        Student(nn.Linear(2, 2), nn.Linear(2, 2))
    """,
    "an argument of a differentiated function that holds itself": """
        import jax, jax.numpy as jnp
        import numpy as np
        class Model:
            def __init__(self):
                self.w = jnp.ones(3)
                self.me = self
        def loss(model):
            return np.asarray(model.me.w).sum()  # GL101
        jax.grad(loss)(Model())
    """,
    "the variables of a model whose layer knows it": """
        import tensorflow as tf
        class Child(tf.keras.layers.Layer):
            def __init__(self, parent):
                super().__init__()
                self.parent = parent
        class Model(tf.keras.Model):
            def __init__(self):
                super().__init__()
                self.child = Child(self)
                self.dense = tf.keras.layers.Dense(2)
            def call(self, x):
                return self.dense(x)
        model = Model()
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(tf.ones((2, 2))))
        tape.gradient(loss, model.variables)
        tape.gradient(loss, model.variables)  # GL502
    """,
}


def dedent(source: str) -> str:
    return "\n".join(line[8:] for line in source.strip("\n").splitlines()) + "\n"


def found(source: str, path: str = "program.py") -> list[tuple[int, str]]:
    unit = Unit(path=path, kind="python", text=source)
    return sorted(
        (each.span.start.row, each.code)
        for each in findings_in(unit, detected())
        if each.severity is not Severity.INFO
    )


def found_elsewhere(source: str, path: str) -> list[tuple[str, int, str]]:
    """What a file leads to in the other files of its project: where, and which rule."""
    there = analysed(Unit(path=path, kind="python", text=source), detected()).elsewhere
    return sorted((Path(each.path).name, each.span.start.row, each.code) for each in there)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_flow_understands(name: str) -> None:
    source = dedent(PROGRAMS[name])
    marks = [(row, mark[1]) for row, line in enumerate(source.splitlines(), 1) if (mark := MARK.search(line))]
    assert found(source) == marks


def test_what_a_helper_of_another_module_does_is_reported_there(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "utils.py").write_text("import torch\ndef total(xs):\n    return torch.tensor(xs).sum()\n")
    (package / "base.py").write_text("from torch import nn\nclass Base(nn.Module):\n    pass\n")
    source = (
        "import torch\nfrom torch import nn\nfrom .utils import total\nfrom package import utils\n"
        "from .base import Base\nw = torch.rand(3, requires_grad=True)\ntotal([w.sum()]).backward()\n"
        "utils.total([w.sum()]).backward()\nclass Net(Base):\n    def __init__(self):\n"
        "        super().__init__()\n        self.layers = [nn.Linear(2, 2)]\n"
    )
    file = package / "train.py"
    file.write_text(source)
    assert found(source, str(file)) == [(12, "GL308")]
    assert found_elsewhere(source, str(file)) == [("utils.py", 3, "GL105")]


def test_a_rule_that_another_module_gives_is_not_missed(tmp_path: Path) -> None:
    (tmp_path / "implicit.py").write_text(
        "import jax\n@jax.custom_vjp\ndef volume(x):\n    return x\n"
        "volume.defvjp(lambda x: (x, None), lambda kept, above: (above,))\n"
    )
    source = "import jax\nfrom implicit import volume\nprint(jax.grad(lambda x: volume(x) ** 2)(1.0))\n"
    file = tmp_path / "main.py"
    file.write_text(source)
    assert found(source, str(file)) == []


def test_of_another_module_only_what_is_called_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def parse(text: str) -> cst.Module:
        parsed.append(text)
        return cst.parse_module(text)

    monkeypatch.setattr(outline, "parse", parse)
    (tmp_path / "tools.py").write_text(
        "import torch\ntry:\n    import fast as backend\nexcept ImportError:\n    backend = None\n"
        "def double(x): return x\nscale = 2; unused = 3\n"
        "@torch.no_grad()\ndef never(x):\n    return x\n"
        "def inner(x):\n    return torch.tensor(x)\ndef double(x):\n    return inner(x * scale)\n"
    )
    source = "import torch\nimport tools\nw = torch.rand(3, requires_grad=True)\ntools.double(w).sum().backward()\n"
    file = tmp_path / "train.py"
    file.write_text(source)
    assert found_elsewhere(source, str(file)) == [("tools.py", 12, "GL105")]
    assert sorted(parsed) == [
        "def double(x):\n    return inner(x * scale)\n",
        "def double(x): return x\n",
        "def inner(x):\n    return torch.tensor(x)\n",
        "import torch\n",
        "scale = 2; unused = 3\n",
    ]


def test_what_was_tried_and_found_counts(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "try:\n    import torch as backend\nexcept ImportError:\n    backend = None\n"
        "def copy(x):\n    return backend.tensor(x)\n"
    )
    source = "import torch\nfrom tools import copy\nw = torch.rand(3, requires_grad=True)\ncopy(w).sum().backward()\n"
    file = tmp_path / "train.py"
    file.write_text(source)
    assert found_elsewhere(source, str(file)) == [("tools.py", 6, "GL105")]


def test_what_was_followed_goes_without_the_garbage_collector(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "import torch\nfrom torch import nn\nclass Block(nn.Module):\n    def forward(self, x):\n"
        "        def inner(y):\n            return torch.as_tensor(y)\n        return inner(x)\n"
    )
    source = (
        "import numpy as np\nimport torch\nfrom tools import Block\nw = torch.rand(3, requires_grad=True)\n"
        "np.stack([w.detach()])\nBlock()(w).sum().backward()\n"
    )
    file = tmp_path / "train.py"
    file.write_text(source)
    found(source, str(file))
    gc.collect()
    found(source, str(file))
    assert gc.collect() < 50


def test_work_is_bounded_where_calls_multiply() -> None:
    doubling = "".join(f"def f{i}(x):\n    return f{i + 1}(x) + f{i + 1}(x * 2)\n" for i in range(60))
    source = f"import torch\n{doubling}def f60(x):\n    return x\nf0(torch.ones(1, requires_grad=True)).backward()\n"
    assert found(source) == []


def test_the_methods_of_what_only_behaves_like_a_tensor_are_its_own() -> None:
    source = "import torch\n\n\ndef collate(batch):\n    batch = torch.stack([f(b) for b in batch])\n    batch.{}(2)\n"
    assert found(source.format("rename_key_")) == []
    assert found(source.format("reshape_")) == [(6, "GL202")]


@pytest.mark.parametrize(
    ("declared", "found"),
    [("tensorflow==2.11", False), ("tensorflow>=2.4,<2.16", False), ("tensorflow>=2.4", True), ("", True)],
)
def test_what_only_keras_3_does_wrong_is_left_to_projects_that_use_it(
    tmp_path: Path, declared: str, found: bool
) -> None:
    (tmp_path / "requirements.txt").write_text(f"numpy==1.26\n{declared}\n", encoding="utf-8")
    path = tmp_path / "layer.py"
    text = (
        "import tensorflow as tf\n"
        "class Scale(tf.keras.layers.Layer):\n"
        "    def build(self, shape):\n"
        "        self.gamma = tf.Variable(tf.ones(shape[-1]))\n"
        "    def call(self, x):\n"
        "        return x * self.gamma\n"
        "print(Scale()(tf.ones([2, 3])))\n"
    )
    path.write_text(text, encoding="utf-8")
    codes = [each.code for each in findings_in(Unit(str(path), "python", text), detected())]
    assert ("GL308" in codes) is found


def test_an_object_that_holds_itself_is_copied() -> None:
    text = (
        "import copy\nimport torch\nclass Node:\n    def __init__(self):\n        self.me = self\n"
        "        self.w = torch.ones(2, requires_grad=True)\n"
        "twin = copy.deepcopy(Node())\ntwin.w.sum().backward()\n"
    )
    assert not list(findings_in(Unit("node.py", "python", text), detected()))
