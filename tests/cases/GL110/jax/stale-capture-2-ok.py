# framework: jax
# verdict: clean
# seen: steps 0.5 then 0.05
import jax
import jax.numpy as jnp

CENTRE = jnp.array([1.0, 1.0])
learning_rate = 0.5


def loss(w):
    return 0.5 * jnp.sum((w - CENTRE) ** 2)


def eager_update(w):
    return w - learning_rate * jax.grad(loss)(w)


def make_update(rate):
    @jax.jit
    def update(w):
        return w - rate * jax.grad(loss)(w)

    return update


w, taken = jnp.zeros(2), []
for step in range(10):
    if step == 5:
        learning_rate = 0.05
    update = make_update(learning_rate)
    after = update(w)
    assert jnp.allclose(after, eager_update(w))
    taken.append(round(float((after - w)[0] / (1.0 - w)[0]), 3))
    w = after
assert taken[0] == 0.5 and taken[-1] == 0.05
print("OBSERVED clean", "steps", taken[0], "then", taken[-1])
