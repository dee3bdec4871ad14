"""Eight hazards in eleven dresses: one training step, written for each library that people train with in JAX.

A dress says how a model is made, how it is called and what is done with its gradients. A hazard changes one line of
that. What is broken in plain JAX is broken in the same way in every dress.
"""

from __future__ import annotations

from dataclasses import dataclass

HAZARDS = {
    "stopped output": "GL401",
    "rounded output": "GL403",
    "numpy in loss": "GL101",
    "float in loss": "GL104",
    "branch on value": "GL506",
    "kept loss": "GL507",
    "weights from outside": "GL311",
    "update thrown away": "GL208",
}


@dataclass(frozen=True)
class Dress:
    name: str
    setup: str
    """Makes `model`, which is what the step is given, from nothing."""
    output: str
    """What the loss computes from `m`, which is differentiated."""
    outside: str
    """The same with the weights around the loss."""
    update: str = "model = jax.tree.map(lambda w, g: w - 0.1 * g, model, grads)"
    grad: str = "jax.value_and_grad"
    jit: str = "jax.jit"
    wanted: str = "model"
    """What is differentiated."""
    imports: str = ""
    needs: tuple[str, ...] = ()
    decorated: bool = False
    thrown_away: str = ""
    """The update whose result nobody keeps; none where the library works in place."""


_LINEN = """
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(nn.tanh(nn.Dense(8)(x)))
net = Net()
"""
_LINEN_SETUP = """
class Block(nn.Module):
    width: int
    def setup(self):
        self.inner = nn.Dense(self.width)
        self.scale = self.param("scale", nn.initializers.ones, (self.width,))
    def __call__(self, x):
        return nn.relu(self.inner(x)) * self.scale
class Net(nn.Module):
    def setup(self):
        self.blocks = [Block(8), Block(8)]
        self.head = nn.Dense(2)
    def __call__(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)
net = Net()
"""
_STATE = """
model = TrainState.create(apply_fn=net.apply, params=net.init(key, x)["params"], tx=optax.sgd(0.1))
"""
_OWN_STATE = """
class Averaged(TrainState):
    average: dict = None
    def apply_gradients(self, *, grads, **kwargs):
        new = super().apply_gradients(grads=grads, **kwargs)
        return new.replace(average=optax.incremental_update(new.params, self.average, 0.01))
first = net.init(key, x)["params"]
model = Averaged.create(apply_fn=net.apply, params=first, tx=optax.sgd(0.1), average=first)
"""
_NNX = """
class Net(nnx.Module):
    def __init__(self, rngs):
        self.first = nnx.Linear(3, 8, rngs=rngs)
        self.scale = nnx.Param(jnp.ones(8))
        self.last = nnx.Linear(8, 2, rngs=rngs)
    def __call__(self, x):
        return self.last(nnx.relu(self.first(x)) * self.scale)
model = Net(nnx.Rngs(0))
"""
_NNX_UPDATE = """\
old = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda w, g: w - 0.1 * g, old, grads))"""
_EQX = """
class Net(eqx.Module):
    first: eqx.nn.Linear
    bias: jax.Array
    last: eqx.nn.Linear
    def __init__(self, key):
        one, two = jax.random.split(key)
        self.first = eqx.nn.Linear(3, 8, key=one)
        self.bias = jnp.zeros(8)
        self.last = eqx.nn.Linear(8, 2, key=two)
    def __call__(self, x):
        return self.last(jax.nn.tanh(self.first(x) + self.bias))
model = Net(key)
"""
_TX = "tx = optax.sgd(0.1)\nstate = tx.init(eqx.filter(model, eqx.is_inexact_array))\n"
_EQX_UPDATE = "updates, new = tx.update(grads, state)\n    model = eqx.apply_updates(model, updates)"
_OPTAX_UPDATE = "updates, new = tx.update(grads, state)\n    model = optax.apply_updates(model, updates)"
_HAIKU = """
def forward(x):
    h = jax.nn.tanh(hk.Linear(8)(x))
    w = hk.get_parameter("w", [8, 2], init=jnp.ones)
    return h @ w
net = hk.without_apply_rng(hk.transform(forward))
model = net.init(key, x)
"""
_STATEFUL = """
class Head(hk.Module):
    def __call__(self, x):
        return hk.Linear(2)(x)
net = hk.transform_with_state(lambda x: Head()(jax.nn.tanh(hk.Linear(8)(x))))
model, extra = net.init(key, x)
"""
_EQX_IMPORT = "import equinox as eqx\n"
_LINEN_IMPORT = "import flax.linen as nn\n"
_STATE_IMPORT = "from flax import linen as nn\nfrom flax.training.train_state import TrainState\n"

DRESSES = (
    Dress("plain", "model = jnp.ones((3, 2))\n", "x @ m", "x @ model"),
    Dress(
        "linen", f"{_LINEN}model = net.init(key, x)\ntx = optax.sgd(0.1)\nstate = tx.init(model)\n",
        "net.apply(m, x)", "net.apply(model, x)", _OPTAX_UPDATE, imports=_LINEN_IMPORT, needs=("flax",),
        thrown_away="updates, new = tx.update(grads, state)\n    optax.apply_updates(model, updates)",
    ),
    Dress(
        "linen with setup", f"{_LINEN_SETUP}model = net.init(key, x)\n", "net.apply(m, x)", "net.apply(model, x)",
        imports=_LINEN_IMPORT, needs=("flax",),
    ),
    Dress(
        "train state", _LINEN + _STATE, 'model.apply_fn({"params": m}, x)',
        'model.apply_fn({"params": model.params}, x)', "model = model.apply_gradients(grads=grads)",
        wanted="model.params", imports=_STATE_IMPORT, needs=("flax",),
        thrown_away="model.apply_gradients(grads=grads)",
    ),
    Dress(
        "train state of its own", _LINEN + _OWN_STATE, 'model.apply_fn({"params": m}, x)',
        'model.apply_fn({"params": model.params}, x)', "model = model.apply_gradients(grads=grads)",
        wanted="model.params", imports=_STATE_IMPORT, needs=("flax",),
        thrown_away="model.apply_gradients(grads=grads)",
    ),
    Dress(
        "nnx", _NNX, "m(x)", "model(x)", _NNX_UPDATE, "nnx.value_and_grad", "nnx.jit",
        imports="from flax import nnx\n", needs=("flax",),
    ),
    Dress(
        "equinox", _EQX + _TX, "jax.vmap(m)(x)", "jax.vmap(model)(x)", _EQX_UPDATE, "eqx.filter_value_and_grad",
        "eqx.filter_jit", imports=_EQX_IMPORT, needs=("equinox",),
        thrown_away="updates, new = tx.update(grads, state)\n    eqx.apply_updates(model, updates)",
    ),
    Dress(
        "equinox, decorated", _EQX + _TX, "jax.vmap(m)(x)", "jax.vmap(model)(x)", _EQX_UPDATE,
        "eqx.filter_value_and_grad", "eqx.filter_jit", imports=_EQX_IMPORT, needs=("equinox",), decorated=True,
    ),
    Dress(
        "equinox, partitioned",
        f"{_EQX}whole = model\nmodel, static = eqx.partition(whole, eqx.is_inexact_array)\n",
        "jax.vmap(eqx.combine(m, static))(x)", "jax.vmap(whole)(x)", imports=_EQX_IMPORT, needs=("equinox",),
    ),
    Dress(
        "haiku", _HAIKU, "net.apply(m, x)", "net.apply(model, x)", imports="import haiku as hk\n", needs=("haiku",),
    ),
    Dress(
        "haiku with state", _STATEFUL, "net.apply(m, extra, None, x)[0]", "net.apply(model, extra, None, x)[0]",
        imports="import haiku as hk\n", needs=("haiku",),
    ),
)  # fmt: skip


def program(dress: Dress, hazard: str = "") -> str:
    """The training step of this dress with this hazard; the line to report ends in its code."""
    mark = f"  # {HAZARDS[hazard]}" if hazard else ""
    output = dress.outside if hazard == "weights from outside" else dress.output
    made = {
        "stopped output": f"jax.lax.stop_gradient({output})",
        "rounded output": f"jnp.round({output})",
        "numpy in loss": f"np.tanh({output})",
    }.get(hazard, output)
    changed = made != output
    on_call = hazard == "weights from outside" and dress.needs
    head = mark if hazard == "weights from outside" and not on_call else ""
    lines = [
        "import jax", "import jax.numpy as jnp", "import numpy as np", "import optax", dress.imports,
        "key = jax.random.key(0)", "x, y = jnp.ones((4, 3)), jnp.zeros((4, 2))", "history = []", dress.setup,
    ]  # fmt: skip
    body = [
        *([f"@{dress.grad}"] if dress.decorated else []),
        f"def loss_fn(m, x, y):{head}",
        f"    out = {made}{mark if changed or on_call else ''}",
    ]
    if hazard == "branch on value":
        body += [f"    if jnp.abs(out).max() > 10.0:{mark}", "        out = out / 10.0"]
    body.append("    loss = ((out - y) ** 2).mean()")
    if hazard == "float in loss":
        body.append(f"    loss = loss + 0.01 * float(jnp.abs(out).mean()){mark}")
    if hazard == "kept loss":
        body.append(f"    history.append(loss){mark}")
    body.append("    return loss")
    call = "loss_fn" if dress.decorated else f"{dress.grad}(loss_fn)"
    inner = [*body, f"loss, grads = {call}({dress.wanted}, x, y)"]
    update = dress.thrown_away + mark if hazard == "update thrown away" else dress.update
    keeps = "model, loss" if "nnx" not in dress.jit else "loss"
    step = [f"@{dress.jit}", "def step(model, x, y):", *(f"    {line}" for line in inner), f"    {update}"]
    step += [f"    return {keeps}", "for _ in range(3):", f"    {keeps} = step(model, x, y)"]
    return "\n".join([*lines, *step, ""])


def applies(dress: Dress, hazard: str) -> bool:
    return hazard != "update thrown away" or bool(dress.thrown_away)
