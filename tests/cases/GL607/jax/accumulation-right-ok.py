# framework: jax
# verdict: clean
# seen: three ways to accumulate, each of which ends in a mean
"""Gradient accumulation: by a scan with a mean, by optax.MultiSteps, and by sums over a count."""
import jax
import jax.numpy as jnp
import optax


def loss(params, x, y):
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


def summed(params, x, y):
    return jnp.sum((x @ params["w"] + params["b"] - y) ** 2)


def by_scan(params, x, y, micro):
    xs, ys = x.reshape(micro, -1, x.shape[-1]), y.reshape(micro, -1)

    def body(total, part):
        value, grads = jax.value_and_grad(loss)(params, *part)
        return jax.tree.map(jnp.add, total, (value, grads)), None

    zeros = (0.0, jax.tree.map(jnp.zeros_like, params))
    total, _ = jax.lax.scan(body, zeros, (xs, ys))
    return jax.tree.map(lambda t: t / micro, total)


def by_sum(params, x, y, micro):
    """Sums of sums, divided by the number of rows at the end."""
    rows, grads = 0, jax.tree.map(jnp.zeros_like, params)
    for xs, ys in zip(jnp.split(x, micro), jnp.split(y, micro)):
        grads = jax.tree.map(lambda a, b: a + b, grads, jax.grad(summed)(params, xs, ys))
        rows += len(xs)
    return jax.tree.map(lambda g: g / rows, grads)


def by_rate(params, x, y, micro, rate=0.1):
    grads = None
    for xs, ys in zip(jnp.split(x, micro), jnp.split(y, micro)):
        g = jax.grad(lambda p: loss(p, xs, ys) / micro)(params)
        grads = g if grads is None else jax.tree.map(jnp.add, grads, g)
    return grads


def by_multisteps(params, x, y, micro):
    tx = optax.MultiSteps(optax.sgd(0.1), every_k_schedule=micro)
    state = tx.init(params)
    for xs, ys in zip(jnp.split(x, micro), jnp.split(y, micro)):
        updates, state = tx.update(jax.grad(loss)(params, xs, ys), state, params)
        params = optax.apply_updates(params, updates)
    return params


def epoch_mean(params, x, y, micro):
    total, seen = 0.0, 0
    for xs, ys in zip(jnp.split(x, micro), jnp.split(y, micro)):
        total += float(loss(params, xs, ys)) * len(xs)
        seen += len(xs)
    return total / seen


if __name__ == "__main__":
    x = jax.random.normal(jax.random.PRNGKey(0), (12, 3))
    y = x.sum(-1)
    params = {"w": jnp.ones(3) * 0.1, "b": jnp.array(0.5)}
    want = jax.grad(loss)(params, x, y)
    for found in (by_scan(params, x, y, 3)[1], by_sum(params, x, y, 3), by_rate(params, x, y, 3)):
        assert jnp.allclose(found["w"], want["w"], rtol=1e-4) and jnp.allclose(found["b"], want["b"], rtol=1e-3)
    moved = by_multisteps(params, x, y, 3)
    assert jnp.allclose(moved["w"], params["w"] - 0.1 * want["w"], rtol=1e-4)
    assert abs(epoch_mean(params, x, y, 3) - loss(params, x, y)) < 1e-5
