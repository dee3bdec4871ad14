# framework: jax
# verdict: wrong
# seen: adam counter stuck at 0
import jax
import jax.numpy as jnp
import optax


class Fitter:
    def __init__(self, params):
        self.params = params
        self.tx = optax.adam(0.1)
        self.opt_state = self.tx.init(params)

    def fit(self, steps):
        for _ in range(steps):
            grads = jax.grad(lambda p: jnp.sum((p - 1.0) ** 4))(self.params)
            updates, _ = self.tx.update(grads, self.opt_state, self.params)  # HAZARD GL208
            self.params = optax.apply_updates(self.params, updates)


fitter = Fitter(jnp.array([3.0, -2.0]))
fitter.fit(5)
count = int(fitter.opt_state[0].count)
assert count == 0 and not fitter.opt_state[0].mu.any()
print("OBSERVED wrong", "adam counter stuck at", count)
