# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax

params = {"backbone": jnp.array([1.0, 2.0]), "head": jnp.array([0.5, 0.5])}
trained = {"backbone": False, "head": True}
frozen = {"backbone": True, "head": False}
several = [
    optax.chain(optax.masked(optax.adam(1e-2), trained), optax.masked(optax.set_to_zero(), frozen)),
    optax.multi_transform({"a": optax.set_to_zero(), "b": optax.adam(1e-2)}, {"backbone": "a", "head": "b"}),
]
decayed = optax.chain(optax.masked(optax.add_decayed_weights(1e-4), trained), optax.adam(1e-2))
everything = optax.masked(optax.adam(1e-2), {"backbone": True, "head": True})
kept = []
for tx in several:
    state = tx.init(params)
    grads = jax.grad(lambda p: jnp.sum((p["backbone"] * p["head"] - 3.0) ** 2))(params)
    updates, state = tx.update(grads, state, params)
    kept.append(not updates["backbone"].any())
decayed.init(params), everything.init(params)
print("OBSERVED", "clean" if all(kept) else "wrong")
