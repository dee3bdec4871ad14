# framework: jax
# verdict: clean
# seen: the prompt is trained in front of a model that stays
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model = eqx.nn.MLP(3, 1, 8, 1, key=jax.random.key(0))
prompt = jnp.zeros(3)
optimizer = optax.sgd(0.5)
state = optimizer.init(prompt)
losses = []
for _ in range(3):
    loss, grads = eqx.filter_value_and_grad(lambda p, m: jnp.mean((m(p + 1.0) - 5.0) ** 2))(prompt, model)
    updates, state = optimizer.update(grads, state)
    prompt = eqx.apply_updates(prompt, updates)
    losses.append(float(loss))
assert losses[-1] < losses[0]
