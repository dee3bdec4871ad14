# framework: jax
# verdict: clean
# seen: MAML with a scan of gradient steps, learned rates (finite differences)
"""MAML with the inner loop as a scan and learned per-leaf learning rates."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import tree_util as tu


def net(p, x):
    return jnp.tanh(x @ p["w1"] + p["b1"]) @ p["w2"]


def mse(p, x, y):
    return jnp.mean((net(p, x) - y) ** 2)


def adapt(p, rates, x, y, n):
    def update(q, _):
        value, g = jax.value_and_grad(mse)(q, x, y)
        return tu.tree_map(lambda a, r, d: a - jnp.exp(r) * d, q, rates, g), value

    return jax.lax.scan(update, p, None, length=n)


def task_loss(meta, task, n=3):
    (xs, ys), (xq, yq) = task
    adapted, curve = adapt(meta["p"], meta["rates"], xs, ys, n)
    return mse(adapted, xq, yq), curve


def meta_loss(meta, tasks):
    losses, curves = jax.vmap(task_loss, in_axes=(None, 0))(meta, tasks)
    return losses.mean(), curves.mean(0)


def sample_tasks(rng, n):
    amp, ph = rng.uniform(0.5, 2, (n, 1, 1)), rng.uniform(0, np.pi, (n, 1, 1))
    x = rng.uniform(-2, 2, (n, 12, 1))
    y = amp * np.sin(x + ph)
    x, y = x.astype(np.float32), y.astype(np.float32)
    return (x[:, :6], y[:, :6]), (x[:, 6:], y[:, 6:])


def train(steps=3):
    rng = np.random.default_rng(0)
    p = {"w1": jnp.asarray(rng.normal(size=(1, 8)), jnp.float32), "b1": jnp.zeros(8), "w2": jnp.asarray(rng.normal(size=(8, 1)) * 0.3, jnp.float32)}
    meta = {"p": p, "rates": tu.tree_map(lambda _: jnp.float32(-3.0), p)}
    opt = optax.adam(1e-3)
    st = opt.init(meta)
    vg = jax.jit(jax.value_and_grad(meta_loss, has_aux=True))
    for _ in range(steps):
        (loss, curve), g = vg(meta, sample_tasks(rng, 4))
        up, st = opt.update(g, st)
        meta = optax.apply_updates(meta, up)
        print("inner", np.asarray(curve).round(3), "outer", float(loss))
    return meta, g


if __name__ == "__main__":
    meta, g = train()
    assert all(float(jnp.abs(v).max()) > 0 for v in tu.tree_leaves(g))
    tasks = sample_tasks(np.random.default_rng(5), 3)
    bump = lambda e: meta_loss({**meta, "rates": {**meta["rates"], "w2": meta["rates"]["w2"] + e}}, tasks)[0]
    exact = jax.grad(meta_loss, has_aux=True)(meta, tasks)[0]["rates"]["w2"]
    assert jnp.allclose((bump(1e-1) - bump(-1e-1)) / 2e-1, exact, rtol=5e-2, atol=1e-3)
