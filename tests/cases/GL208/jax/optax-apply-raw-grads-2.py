# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp
import optax


class State:
    def __init__(self, params, tx):
        self.params, self.tx, self.opt_state = params, tx, tx.init(params)

    def apply_gradients(self, grads):
        updates, self.opt_state = self.tx.update(grads, self.opt_state)
        self.params = optax.apply_updates(self.params, grads)  # HAZARD GL208


state = State(jnp.array([2.0]), optax.sgd(0.1))
loss = lambda p: jnp.sum(p ** 2)
before = loss(state.params)
state.apply_gradients(jax.grad(loss)(state.params))
print("OBSERVED", "wrong" if loss(state.params) > before else "clean")
