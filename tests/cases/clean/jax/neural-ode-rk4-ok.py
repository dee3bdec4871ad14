# framework: jax
# verdict: clean
# seen: RK4 with fori_loop of static bounds under reverse mode (check_grads)
"""Neural ODE: fixed-step RK4, loops whose bounds are known when the function is traced."""
import jax
import jax.numpy as jnp
from jax import lax


def field(theta, t, y):
    return jnp.tanh(theta["w1"] @ y + theta["b"] * t) @ theta["w2"]


def rk4(f, y, t, h):
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    k4 = f(t + h, y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def solve(theta, y0, ts):
    f = lambda t, y: field(theta, t, y)

    def advance(y, pair):
        t0, t1 = pair
        h = (t1 - t0) / 4
        y = lax.fori_loop(0, 4, lambda i, v: rk4(f, v, t0 + i * h, h), y)
        return y, y

    _, path = lax.scan(advance, y0, (ts[:-1], ts[1:]))
    return jnp.concatenate([y0[None], path])


def project(theta, y0, n):
    """n is a Python number here: the loop is unrolled into a scan and can be reversed."""
    return lax.fori_loop(0, n, lambda _, v: v / jnp.sqrt(jnp.sum(v ** 2) + 1e-6) + 0.1 * field(theta, 0.0, v), y0)


def loss(theta, y0, ts, target):
    path = solve(theta, y0, ts)
    steps = len(ts) // 2
    return jnp.mean((path - target) ** 2) + 1e-2 * jnp.sum(project(theta, y0, steps) ** 2)


def fit(steps=5, lr=0.1):
    k1, k2 = jax.random.split(jax.random.PRNGKey(0))
    theta = {"w1": jax.random.normal(k1, (6, 2)), "w2": jax.random.normal(k2, (6, 2)) * 0.3, "b": jnp.ones(6) * 0.1}
    ts = jnp.linspace(0.0, 1.0, 7)
    target = jnp.stack([jnp.cos(ts), jnp.sin(ts)], axis=1)
    vg = jax.jit(jax.value_and_grad(loss))
    for _ in range(steps):
        value, g = vg(theta, target[0], ts, target)
        theta = jax.tree.map(lambda a, b: a - lr * b, theta, g)
    return theta, g, (target[0], ts, target)


if __name__ == "__main__":
    theta, g, args = fit()
    assert all(float(jnp.abs(v).max()) > 0 for v in g.values())
    from jax.test_util import check_grads
    check_grads(lambda t: loss(t, *args), (theta,), order=1, modes=["rev"], rtol=2e-2)
