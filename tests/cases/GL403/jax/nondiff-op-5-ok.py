# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


def hinge(w, x, y):
    logits = x @ w
    right = logits[jnp.arange(len(y)), y]
    rival = jnp.argmax(logits - 1e9 * jax.nn.one_hot(y, 3), axis=1)
    wrong = jnp.take_along_axis(logits, rival[:, None], axis=1)[:, 0]
    acc = jnp.mean(jnp.argmax(logits, 1) == y)
    return jnp.mean(jnp.maximum(0.0, 1.0 - right + wrong)), acc


def hard_sigmoid(x):
    return jnp.where(x > 2.0, 1.0, jnp.where(x < -2.0, 0.0, 0.25 * x + 0.5))


def saw(x):
    return jnp.sum((x - jnp.floor(x)) ** 2) + jnp.sum(x * (x > 0.5))


g, acc = jax.grad(hinge, has_aux=True)(jnp.eye(3), jnp.eye(3) + 0.1, jnp.array([1, 1, 2]))
h = jax.grad(lambda v: hard_sigmoid(v).sum())(jnp.array([0.1, 3.0]))
s = jax.grad(saw)(jnp.array([0.2, 1.7]))
print("OBSERVED", "clean" if g.any() and h[0] != 0 and s.any() and acc >= 0 else "zero")
