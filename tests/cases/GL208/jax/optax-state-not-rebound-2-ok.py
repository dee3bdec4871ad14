# framework: jax
# verdict: clean
# seen: one inner step per task, outer state kept
import jax
import jax.numpy as jnp
import optax

inner, outer = optax.sgd(0.5), optax.adam(0.1)


def task_loss(params, target):
    return 0.5 * jnp.sum((params - target) ** 2)


def adapt(params, target):
    updates, _ = inner.update(jax.grad(task_loss)(params, target), inner.init(params))
    return optax.apply_updates(params, updates)


def meta_loss(params, targets):
    return sum(task_loss(adapt(params, t), t) for t in targets)


targets = [jnp.array([1.0, 2.0]), jnp.array([-1.0, 0.0])]
meta, state = jnp.zeros(2), outer.init(jnp.zeros(2))
for _ in range(3):
    grads = jax.grad(meta_loss)(meta, targets)
    assert jnp.allclose(grads, sum(0.25 * (meta - t) for t in targets), atol=1e-5)
    updates, state = outer.update(grads, state, meta)
    meta = optax.apply_updates(meta, updates)
assert int(state[0].count) == 3
print("OBSERVED clean", "one inner step per task, outer state kept")
