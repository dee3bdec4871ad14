# framework: jax
# verdict: clean
# seen: gradient as expected
from typing import NamedTuple
import jax
import jax.numpy as jnp
import optax


class Train(NamedTuple):
    params: dict
    opt_state: tuple
    step: int


tx = optax.chain(optax.clip(1.0), optax.adamw(optax.cosine_decay_schedule(0.1, 10)))


def loss_fn(params, x, y):
    h = jnp.tanh(x @ params["w"] + params["b"])
    return jnp.mean((h.sum(-1) - y) ** 2)


@jax.jit
def step(state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(state.params, *batch)
    updates, opt_state = tx.update(grads, state.opt_state, state.params)
    return Train(optax.apply_updates(state.params, updates), opt_state, state.step + 1), loss


def scan_fit(state, batches):
    return jax.lax.scan(step, state, batches)


params = {"w": jnp.full((2, 3), 0.1), "b": jnp.zeros(3)}
state = Train(params, tx.init(params), 0)
x, y = jax.random.normal(jax.random.PRNGKey(0), (5, 4, 2)), jnp.ones((5, 4))
state, losses = scan_fit(state, (x, y))
print("OBSERVED", "clean" if losses[-1] < losses[0] and int(state.step) == 5 else "wrong")
