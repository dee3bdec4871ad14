"""The features are stopped on their way into the loss of a compiled step."""

# without gradient: ['features']
import jax
import jax.numpy as jnp
import optax


def loss_fn(params, x, y):
    h = jax.lax.stop_gradient(jnp.tanh(x @ params["features"]))  # GL401 confirmed
    return jnp.mean((h @ params["head"] - y) ** 2)


def main():
    key = jax.random.PRNGKey(0)
    params = {"features": jax.random.normal(key, (3, 16)) * 0.3, "head": jnp.zeros(16)}
    tx = optax.sgd(0.1)
    state = tx.init(params)

    @jax.jit
    def step(params, state, x, y):
        loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
        updates, state = tx.update(grads, state, params)
        return optax.apply_updates(params, updates), state, loss

    for number in range(6):
        key, sub = jax.random.split(key)
        x = jax.random.normal(sub, (32, 3))
        params, state, loss = step(params, state, x, x.sum(1))
        print(number, float(loss).hex())


if __name__ == "__main__":
    main()
