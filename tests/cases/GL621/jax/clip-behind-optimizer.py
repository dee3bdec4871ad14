# framework: jax
# verdict: wrong
# seen: the step is as long as the limit instead of the learning rate times the limit
import jax
import jax.numpy as jnp
import optax

limit = optax.clip_by_global_norm(1.0)  # HAZARD GL621
tx = optax.chain(optax.add_decayed_weights(1e-4), optax.sgd(0.1), limit)
params = {"w": jnp.array([3.0, 4.0])}
state = tx.init(params)
grads = jax.grad(lambda p: 50.0 * jnp.sum(p["w"] ** 2))(params)
updates, state = tx.update(grads, state, params)
print("OBSERVED", "wrong" if float(optax.global_norm(updates)) > 0.5 else "clean")
