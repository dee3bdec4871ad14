# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def train(w, batches):
    total = jnp.zeros_like(w)
    for x, y in batches:
        total = total + jax.grad(loss)(w, x, y)
    return total / len(batches)


def scanned(w, xs, ys):
    def body(acc, batch):
        return acc + jax.grad(loss)(w, *batch) / xs.shape[0], None

    return jax.lax.scan(body, jnp.zeros_like(w), (xs, ys))[0]


def sgd(w, xs, ys):
    velocity = jnp.zeros_like(w)
    for x, y in zip(xs, ys):
        velocity = 0.9 * velocity + jax.grad(loss)(w, x, y)
        w = w - 0.01 * velocity
    return w


key = jax.random.PRNGKey(0)
x, y, w = jax.random.normal(key, (4, 2, 3)), jnp.ones((4, 2)), jnp.ones(3)
true = jax.grad(loss)(w, x.reshape(8, 3), y.reshape(8))
same = jnp.allclose(train(w, list(zip(x, y))), true, atol=1e-5) and jnp.allclose(scanned(w, x, y), true, atol=1e-5)
print("OBSERVED", "clean" if same and loss(sgd(w, x, y), x[0], y[0]) < loss(w, x[0], y[0]) else "wrong")
