# framework: jax
# verdict: clean
# seen: loss falls below 1
import jax
import jax.numpy as jnp
import optax


class Trainer:
    def __init__(self, params, tx):
        self.params, self.tx = params, tx
        self.opt_state = tx.init(params)
        self.log = {}

    def loss(self, params):
        return jnp.sum((params["w"] - 2.0) ** 2) + params["b"] ** 2

    def step(self):
        value, grads = jax.value_and_grad(self.loss)(self.params)
        updates, self.opt_state = self.tx.update(grads, self.opt_state, self.params)
        self.params = optax.apply_updates(self.params, updates)
        self.log.update(value=float(value), norm=float(optax.global_norm(grads)))


trainer = Trainer({"w": jnp.array([0.0, 0.0]), "b": jnp.array(-2.0)}, optax.sgd(0.1))
trainer.step()
assert jnp.allclose(trainer.params["w"], 0.4) and jnp.allclose(trainer.params["b"], -1.6)
for _ in range(20):
    trainer.step()
assert trainer.log["value"] < 1.0
print("OBSERVED clean", "loss falls below 1")
