# framework: jax
# verdict: wrong
# seen: the decay moves the table that is meant to be fixed
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Tagger(nn.Module):
    @nn.compact
    def __call__(self, words):
        return nn.Dense(2, name="tags")(nn.Embed(10, 4, name="table")(words))


tagger = Tagger()
params = tagger.init(jax.random.key(0), jnp.zeros((1,), int))["params"]
before = params["table"]["embedding"]
optimizer = optax.adamw(0.1, weight_decay=0.1)  # HAZARD GL324
memory = optimizer.init(params)


def loss(params, words):
    fixed = {**params, "table": jax.lax.stop_gradient(params["table"])}
    return jnp.mean(tagger.apply({"params": fixed}, words) ** 2)


for _ in range(2):
    grads = jax.grad(loss)(params, jnp.arange(5))
    updates, memory = optimizer.update(grads, memory, params)
    params = optax.apply_updates(params, updates)
moved = jnp.abs(params["table"]["embedding"] - before).max()
print("OBSERVED", "wrong" if moved > 1e-3 else "clean")
