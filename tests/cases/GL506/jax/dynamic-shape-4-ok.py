# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from functools import partial


@jax.jit
def nms_loss(scores, boxes):
    keep = scores > 0.5
    top = jnp.nonzero(keep, size=2, fill_value=0)[0]
    return jnp.sum(jnp.where(keep[:, None], boxes, 0.0) ** 2) + jnp.sum(boxes[top])


@partial(jax.jit, static_argnums=1)
def windows(x, k):
    n = x.shape[0] - k + 1
    return jnp.stack([x[i:i + k] for i in range(n)]).mean(1)


def eager_mask(x):
    return jnp.mean(x[x > 0] ** 2)


@jax.jit
def gather(x, i):
    return jax.lax.dynamic_slice(x, (i,), (2,)).sum() + x[i]


a = jax.grad(nms_loss, argnums=1)(jnp.array([0.2, 0.9]), jnp.ones((2, 4)))
b = jax.grad(lambda x: windows(x, 2).sum())(jnp.arange(4.0))
c = jax.grad(eager_mask)(jnp.array([1.0, -1.0]))
d = jax.grad(gather)(jnp.arange(4.0), 1)
print("OBSERVED", "clean" if a.any() and b.any() and c.any() and d.any() else "zero")
