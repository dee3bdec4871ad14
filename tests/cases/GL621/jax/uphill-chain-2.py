# framework: jax
# verdict: wrong
# seen: momentum with a positive rate climbs
import jax
import jax.numpy as jnp
import optax

momentum = optax.trace(decay=0.9)
step = optax.scale(1e-2)  # HAZARD GL621
tx = optax.chain(momentum, step)
w = jnp.array([1.0, 3.0])
state = tx.init(w)
before = float(jnp.sum(w**2))
for _ in range(4):
    updates, state = tx.update(jax.grad(lambda w: jnp.sum(w**2))(w), state)
    w = optax.apply_updates(w, updates)
print("OBSERVED", "wrong" if float(jnp.sum(w**2)) > before else "clean")
