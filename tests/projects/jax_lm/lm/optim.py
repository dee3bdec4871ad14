import jax
import optax

from lm.objective import next_token_loss


class Trainer:
    def __init__(self, params, lr):
        self.tx = optax.adamw(lr)
        self.params = params
        self.state = self.tx.init(params)
        self._grad = jax.jit(jax.value_and_grad(next_token_loss))

    def step(self, tokens):
        loss, grads = self._grad(self.params, tokens)
        updates, self.state = self.tx.update(grads, self.state, self.params)
        self.params = optax.apply_updates(self.params, updates)
        return loss
