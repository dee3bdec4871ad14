# framework: jax
# verdict: clean
# seen: derivative in the last argument
import jax
import jax.numpy as jnp
from jax.scipy.special import betainc, polygamma
from jax.test_util import check_grads

SHAPES = jnp.array([[2.0, 3.0], [0.5, 1.5]])


def tail_loss(logits, counts):
    """A cumulative probability has a derivative in its bound, though none in its shape parameters."""
    bounds = jax.nn.sigmoid(logits)
    below = betainc(SHAPES[:, 0], SHAPES[:, 1], bounds)
    return -jnp.sum(counts * jnp.log(below))


def curvature(x):
    return jnp.sum(polygamma(1, x))


logits, counts = jnp.array([0.3, -0.4]), jnp.array([4.0, 7.0])
check_grads(lambda z: tail_loss(z, counts), (logits,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
grads = jax.jit(jax.grad(tail_loss))(logits, counts)
bends = jax.grad(curvature)(jnp.array([1.5, 2.5]))
assert grads.all() and bends.all()
print("OBSERVED clean", "derivative in the last argument")
