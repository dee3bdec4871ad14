# framework: jax
# verdict: zero
# seen: loss reads self.w, not its differentiated argument (zero); Python int differentiated (TypeError)
"""Policy evaluation with linear features; the loss reads its weights from the object."""
import jax
import jax.numpy as jnp
import numpy as np


class Evaluator:
    def __init__(self, n, gamma=0.9):
        self.w = jnp.zeros(n)
        self.bias = 0
        self.gamma = gamma

    def value(self, feats):
        return feats @ self.w

    def td_loss(self, w, feats, rewards, nxt):  # HAZARD GL311
        target = rewards + self.gamma * self.value(nxt)
        return jnp.mean((self.value(feats) - jax.lax.stop_gradient(target)) ** 2)

    def td_loss_right(self, w, feats, rewards, nxt):
        target = rewards + self.gamma * self.value(nxt)
        return jnp.mean((feats @ w - target) ** 2)

    def offset_loss(self, bias, rewards):
        return jnp.mean((rewards - bias) ** 2)

    def sweep(self, batches, rate=0.1):
        for batch in batches:
            g = jax.grad(self.td_loss)(self.w, *batch)
            self.w = self.w - rate * g
        return self.w

    def fit_offset(self, rewards):
        g = jax.grad(self.offset_loss)(self.bias, rewards)  # HAZARD GL302
        self.bias = self.bias - 0.5 * g
        return self.bias


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    batch = tuple(jnp.asarray(rng.normal(size=s), jnp.float32) for s in ((8, 3), (8,), (8, 3)))
    ev = Evaluator(3)
    assert not ev.sweep([batch] * 2).any()
    assert jax.grad(ev.td_loss_right)(ev.w, *batch).all()
    try:
        ev.fit_offset(batch[1])
        raise SystemExit("ran")
    except TypeError as e:
        assert "int" in str(e)
