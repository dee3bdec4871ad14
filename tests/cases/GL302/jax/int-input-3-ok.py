# framework: jax
# verdict: clean
# seen: [0.271, 0.607, -0.0, -0.607, -0.271]
import jax.numpy as jnp
from jax import grad, vmap


def bump(t):
    return jnp.exp(-0.5 * (t - 2.0) ** 2)


grid = jnp.arange(5.0)
coarse = jnp.arange(5).astype(jnp.float32)
spread = jnp.linspace(0, 4, 5)
velocity = vmap(grad(bump))(grid)
for other in (coarse, spread, jnp.array([0, 1, 2, 3, 4], dtype=float)):
    assert jnp.allclose(vmap(grad(bump))(other), velocity, atol=1e-6)
assert jnp.allclose(velocity, -(grid - 2.0) * bump(grid), atol=1e-6)
print("OBSERVED clean", [round(float(v), 3) for v in velocity])
