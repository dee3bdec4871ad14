# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp
import optax
from dataclasses import dataclass


@dataclass
class TrainState:
    params: dict
    opt_state: tuple
    tx: optax.GradientTransformation

    def step(self, grads):
        updates, _ = self.tx.update(grads, self.opt_state, self.params)  # HAZARD GL208
        self.params = optax.apply_updates(self.params, updates)


tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(0.1))
params = {"w": jnp.array([2.0])}
state = TrainState(params, tx.init(params), tx)
for _ in range(3):
    state.step(jax.grad(lambda p: jnp.sum(p["w"] ** 2))(state.params))
print("OBSERVED", "wrong" if state.opt_state[1][0].count == 0 else "clean")
