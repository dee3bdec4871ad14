# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax

tx = optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(0.1))
params = {"w": jnp.array([3.0, 4.0])}
state = tx.init(params)
grads = jax.grad(lambda p: 50.0 * jnp.sum(p["w"] ** 2))(params)
updates, state = tx.update(grads, state, params)
accumulated = optax.chain(optax.clip(1.0), optax.add_decayed_weights(1e-4), optax.adamw(1e-3), optax.scale(0.5))
accumulated.init(params)
print("OBSERVED", "wrong" if float(optax.global_norm(updates)) > 0.5 else "clean")
