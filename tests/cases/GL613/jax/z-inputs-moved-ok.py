# framework: jax
# verdict: clean
# seen: the energy falls as the positions follow its gradient, and so does the loss of each player
import jax
import jax.numpy as jnp
import optax


def energy(positions, weights):
    return jnp.sum((positions * weights) ** 2)


def gain(players, rivals):
    return jnp.mean((players - 0.5 * rivals) ** 2)


positions, weights = jnp.array([1.0, 2.0]), jnp.array([1.0, 0.5])
first = energy(positions, weights)
for _ in range(3):
    force = jax.grad(energy)(positions, weights)
    positions = jax.tree.map(lambda x, f: x - 0.1 * f, positions, force)
optimizer = optax.sgd(0.1)
ours, theirs = jnp.ones(2), jnp.zeros(2)
state = optimizer.init(theirs)
grads = jax.grad(gain, argnums=1)(ours, theirs)
updates, state = optimizer.update(grads, state, theirs)
theirs = optax.apply_updates(theirs, updates)
print("OBSERVED", "clean" if energy(positions, weights) < first and theirs[0] > 0 else "wrong")
