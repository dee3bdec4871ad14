# framework: jax
# verdict: clean
# seen: the value is trained by the second term
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Pair(nn.Module):
    def setup(self):
        self.guess = nn.Dense(1)
        self.value = nn.Dense(1)

    def __call__(self, x):
        return self.guess(x), self.value(x)


pair = Pair()
params = pair.init(jax.random.key(0), jnp.ones((1, 3)))["params"]
optimizer = optax.adamw(0.01, weight_decay=0.01)
memory = optimizer.init(params)


def policy_term(params, x):
    held = {**params, "value": jax.lax.stop_gradient(params["value"])}
    guess, value = pair.apply({"params": held}, x)
    return -jnp.mean(jnp.tanh(guess) * value)


def value_term(params, x):
    return jnp.mean((x @ params["value"]["kernel"] - 2.0) ** 2)


def both(params, x):
    return policy_term(params, x) + 0.5 * value_term(params, x)


grads = jax.grad(both)(params, jnp.ones((4, 3)))
updates, memory = optimizer.update(grads, memory, params)
params = optax.apply_updates(params, updates)
print("OBSERVED clean")
