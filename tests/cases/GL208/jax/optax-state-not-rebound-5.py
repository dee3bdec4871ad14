# framework: jax
# verdict: wrong
# seen: optimizer state thrown away (momentum lost); gradients handed to apply_updates (ascends)
"""Two trainers around the same regression; neither handles the optimiser as optax wants it."""
import jax
import jax.numpy as jnp
import numpy as np
import optax


def predict(params, x):
    return x @ params["w"] + params["b"]


def mse(params, batch):
    x, y = batch
    return jnp.mean((predict(params, x) - y) ** 2)


class MomentumTrainer:
    def __init__(self, params, rate=0.01):
        self.params = params
        self.optimizer = optax.sgd(rate, momentum=0.9)
        self.state = self.optimizer.init(params)

    def fit(self, batch, steps):
        for _ in range(steps):
            grads = jax.grad(mse)(self.params, batch)
            updates, _ = self.optimizer.update(grads, self.state)  # HAZARD GL208
            self.params = optax.apply_updates(self.params, updates)
        return mse(self.params, batch)


def quick_fit(params, batch, steps, rate=0.05):
    for _ in range(steps):
        loss, grads = jax.value_and_grad(mse)(params, batch)
        grads = jax.tree.map(lambda g: rate * g, grads)
        params = optax.apply_updates(params, grads)  # HAZARD GL208
    return mse(params, batch)


def right_fit(params, batch, steps, rate=0.01):
    opt = optax.sgd(rate, momentum=0.9)
    state = opt.init(params)

    def body(carry, _):
        params, state = carry
        updates, state = opt.update(jax.grad(mse)(params, batch), state)
        return (optax.apply_updates(params, updates), state), None

    (params, _), _ = jax.lax.scan(body, (params, state), None, steps)
    return mse(params, batch)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x = rng.normal(size=(20, 2)).astype("float32")
    batch = (x, x @ np.array([1.0, -1.0], "float32"))
    start = {"w": jnp.zeros(2), "b": jnp.array(0.0)}
    right = right_fit(start, batch, 20)
    assert right < 0.5 * MomentumTrainer(start).fit(batch, 20)
    assert quick_fit(start, batch, 5) > mse(start, batch)
