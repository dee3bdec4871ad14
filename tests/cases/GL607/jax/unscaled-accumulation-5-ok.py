# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax


def loss(p, x, y):
    return jnp.mean((x @ p - y) ** 2)


key = jax.random.PRNGKey(0)
X, Y = jax.random.normal(key, (4, 8, 3)), jnp.ones((4, 8))
p0 = jnp.zeros(3)


def looped(p):
    g = jnp.zeros_like(p)
    for x, y in zip(X, Y):
        g += jax.grad(loss)(p, x, y) / len(X)
    return p - 0.1 * g


def scanned(p):
    def body(acc, xy):
        l, g = jax.value_and_grad(loss)(p, *xy)
        return jax.tree.map(jnp.add, acc, g), l
    acc, losses = jax.lax.scan(body, jnp.zeros_like(p), (X, Y))
    return p - 0.1 * jax.tree.map(lambda v: v / X.shape[0], acc)


def multisteps(p):
    tx = optax.MultiSteps(optax.sgd(0.1), every_k_schedule=4)
    s = tx.init(p)
    for x, y in zip(X, Y):
        u, s = tx.update(jax.grad(loss)(p, x, y), s, p)
        p = optax.apply_updates(p, u)
    return p


def stacked(p):
    gs = [jax.grad(loss)(p, x, y) for x, y in zip(X, Y)]
    mean = jax.tree.map(lambda *v: jnp.mean(jnp.stack(v), 0), *gs)
    return optax.apply_updates(p, jax.tree.map(lambda g: -0.1 * g, mean))


def whole(p):
    return p - 0.1 * jax.grad(lambda q: jnp.mean(jax.vmap(loss, (None, 0, 0))(q, X, Y)))(p)


def chain_scale(p):
    tx = optax.chain(optax.scale(1 / 4), optax.sgd(0.1))
    s = tx.init(p)
    total = jnp.zeros_like(p)
    for x, y in zip(X, Y):
        total = total + jax.grad(loss)(p, x, y)
    u, s = tx.update(total, s)
    return optax.apply_updates(p, u)


def small_lr(p, lr=0.1):
    total = jnp.zeros_like(p)
    for x, y in zip(X, Y):
        total = total + jax.grad(loss)(p, x, y)
    return p - (lr / len(X)) * total


outs = [f(p0) for f in (looped, scanned, multisteps, stacked, whole, chain_scale, small_lr)]
print("OBSERVED", "clean" if all(jnp.allclose(outs[0], o, atol=1e-5) for o in outs) else "wrong")
