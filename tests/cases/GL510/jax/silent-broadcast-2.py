# framework: jax
# verdict: wrong
# seen: -2.33 instead of -0.38
import jax
import jax.numpy as jnp

rewards = jnp.array([1.0, -1.0, 3.0])
discounts = jnp.array([0.9, 0.9, 0.0])
features = jnp.array([[1.0], [2.0], [0.5]])
next_features = jnp.array([[2.0], [0.5], [0.0]])


def td_loss(theta):
    values = features * theta
    bootstrapped = discounts * jnp.squeeze(next_features, -1)
    return jnp.mean((rewards + bootstrapped - values) ** 2)  # HAZARD GL510


def intended(theta):
    target = rewards + discounts * next_features[:, 0]
    return jnp.mean((target - features[:, 0] * theta) ** 2)


got, true = float(jax.grad(td_loss)(0.5)), float(jax.grad(intended)(0.5))
assert abs(got - true) > 0.3
print("OBSERVED wrong", round(got, 2), "instead of", round(true, 2))
