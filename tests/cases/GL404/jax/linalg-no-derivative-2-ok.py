# framework: jax
# verdict: clean
# seen: stationary law from a linear solve
import jax
import jax.numpy as jnp
from jax.test_util import check_grads


def stationary(logits):
    transition = jax.nn.softmax(logits, axis=1)
    n = transition.shape[0]
    system = jnp.eye(n) - transition.T + jnp.ones((n, n))
    return jnp.linalg.solve(system, jnp.ones(n))


def cost(logits, prices):
    gram = jnp.diag(jnp.array([1.0, 3.0, 6.0])) + 0.1 * (logits + logits.T)
    lowest = jnp.linalg.eigvalsh(gram)[0]
    values, vectors = jnp.linalg.eigh(gram)
    return jnp.dot(stationary(logits), prices) + lowest + values[2] * vectors[0, 2] ** 2


logits = jnp.array([[0.2, 0.1, -0.3], [0.5, -0.2, 0.0], [0.1, 0.9, 0.4]])
prices = jnp.array([1.0, 2.0, 5.0])
check_grads(lambda z: cost(z, prices), (logits,), order=1, modes=["rev"], atol=2e-2, rtol=2e-2)
law = stationary(logits)
assert jnp.allclose(law @ jax.nn.softmax(logits, axis=1), law, atol=1e-5)
print("OBSERVED clean", "stationary law from a linear solve")
