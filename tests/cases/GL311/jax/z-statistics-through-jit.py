# framework: jax
# verdict: wrong
# seen: the running variance moves by gradient descent
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.BatchNorm(use_running_average=not train)(nn.Dense(4)(x))
        return nn.Dense(1)(nn.relu(x))


def main():
    model = Net()
    variables = model.init(jax.random.key(0), jnp.ones((2, 3)), train=False)
    before = variables["batch_stats"]["BatchNorm_0"]["var"]
    tx = optax.sgd(0.1)
    opt_state = tx.init(variables)

    def loss_fn(variables, x):
        return jnp.mean((model.apply(variables, x, train=False) - 1.0) ** 2)

    @jax.jit
    def step(variables, opt_state, x):
        loss, grads = jax.value_and_grad(loss_fn)(variables, x)  # HAZARD GL311
        updates, opt_state = tx.update(grads, opt_state, variables)
        return optax.apply_updates(variables, updates), opt_state, loss

    for seed in range(3):
        x = jax.random.normal(jax.random.key(seed), (4, 3))
        variables, opt_state, loss = step(variables, opt_state, x)
    return jnp.abs(variables["batch_stats"]["BatchNorm_0"]["var"] - before).max()


print("OBSERVED", "wrong" if main() > 0 else "clean")
