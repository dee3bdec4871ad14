# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax


def loss(p, x, y):
    return jnp.mean((x @ p - y) ** 2)


def ema_of_grads(p, batches, decay=0.9):
    avg = jnp.zeros_like(p)
    for x, y in batches:
        avg = decay * avg + (1 - decay) * jax.grad(loss)(p, x, y)
    return p - 0.1 * avg


def sum_of_losses(p, batches):
    total = jnp.zeros_like(p)
    for x, y in batches:
        total = total + jax.grad(lambda q: jnp.sum((x @ q - y) ** 2))(p)
    return p - 1e-3 * total


def averaged(p, batches, tx, state):
    total = None
    for i, (x, y) in enumerate(batches):
        g = jax.grad(loss)(p, x, y)
        total = g if total is None else jax.tree_util.tree_map(jnp.add, total, g)
    mean = jax.tree_util.tree_map(lambda t: t / len(batches), total)
    updates, state = tx.update(mean, state)
    return optax.apply_updates(p, updates), state


def saliency(p, xs):
    heat = jnp.zeros(2)
    for x in xs:
        heat = heat + jax.grad(lambda v: jnp.mean(v @ p))(x)
    return heat


key = jax.random.PRNGKey(0)
batches = [(jax.random.normal(k, (4, 2)), jnp.ones(4)) for k in jax.random.split(key, 3)]
p = jnp.ones(2)
tx = optax.adam(0.1)
q, _ = averaged(p, batches, tx, tx.init(p))
outs = [ema_of_grads(p, batches), sum_of_losses(p, batches), q, saliency(p, [jnp.ones(2)] * 3)]
print("OBSERVED", "clean" if all(jnp.isfinite(o).all() for o in outs) and not jnp.array_equal(q, p) else "wrong")
