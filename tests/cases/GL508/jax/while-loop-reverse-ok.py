# framework: jax
# verdict: clean
# seen: forward mode through the loop, scan in reverse
import jax
import jax.numpy as jnp
from jax import lax


def equilibrium(w, x, tol=1e-6):
    def unfinished(carry):
        z, previous = carry
        return jnp.max(jnp.abs(z - previous)) > tol

    def iterate(carry):
        z, _ = carry
        return jnp.tanh(w @ z + x), z

    z, _ = lax.while_loop(unfinished, iterate, (jnp.zeros_like(x), x))
    return z


def unrolled(w, x):
    def iterate(z, _):
        return jnp.tanh(w @ z + x), None

    z, _ = lax.scan(iterate, jnp.zeros_like(x), None, length=40)
    return z


w, x = jnp.array([[0.2, 0.1], [-0.1, 0.3]]), jnp.array([1.0, -0.5])
forward = jax.jacfwd(equilibrium)(w, x)
reverse = jax.jacrev(unrolled)(w, x)
assert jnp.allclose(forward, reverse, atol=1e-3) and forward.any()
z = unrolled(w, x)
d = jnp.diag(1.0 - z**2)
exact = jnp.linalg.solve(jnp.eye(2) - d @ w, d)
assert jnp.allclose(jax.jacrev(unrolled, argnums=1)(w, x), exact, atol=1e-3)
print("OBSERVED clean", "forward mode through the loop, scan in reverse")
