# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import optax
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class TrainState:
    params: dict
    opt_state: tuple

    def apply(self, tx, grads):
        updates, opt_state = tx.update(grads, self.opt_state, self.params)
        return replace(self, params=optax.apply_updates(self.params, updates), opt_state=opt_state)


class Trainer:
    def __init__(self, tx):
        self.tx = tx

    def update(self, params, opt_state, x):
        loss, grads = jax.value_and_grad(lambda p: jnp.sum((p["w"] * x) ** 2))(params)
        updates, opt_state = self.tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss


tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(0.1))
params = {"w": jnp.array([2.0])}
state = TrainState(params, tx.init(params))
for _ in range(3):
    state = state.apply(tx, jax.grad(lambda p: jnp.sum(p["w"] ** 2))(state.params))
trainer = Trainer(optax.sgd(0.1, momentum=0.9))
p, s = params, trainer.tx.init(params)
step = jax.jit(trainer.update)
for _ in range(3):
    p, s, loss = step(p, s, 1.0)
print("OBSERVED", "clean" if state.opt_state[1][0].count == 3 and loss < 4.0 else "wrong")
