# framework: jax
# verdict: nan
# seen: norm of pairwise differences: NaN on the diagonal; division in a where branch: NaN at 0
"""Molecular toy potential: pair distances, a cut-off and a masked logarithm."""
import jax
import jax.numpy as jnp


def distances(pos):
    delta = pos[:, None, :] - pos[None, :, :]
    return jnp.linalg.norm(delta, axis=-1)  # HAZARD GL702


def lennard_jones(r, sigma=1.0):
    inv = jnp.where(r > 1e-3, (sigma / r) ** 6, 0.0)  # HAZARD GL701
    return 4.0 * (inv ** 2 - inv)


def energy(pos):
    r = distances(pos)
    n = pos.shape[0]
    upper = jnp.triu(jnp.ones((n, n)), 1)
    return jnp.sum(upper * lennard_jones(r))


def dipole(charges, pos):
    return jnp.sum(charges[:, None] * pos, axis=0)


def tether(pos, anchor):
    d2 = jnp.sum((pos - anchor) ** 2, -1)
    return jnp.sum(jnp.sqrt(d2 + 1e-8))


def forces(pos):
    return -jax.grad(energy)(pos)


@jax.jit
def relax(pos, dt=1e-3):
    return pos + dt * forces(pos)


if __name__ == "__main__":
    pos = jnp.array([[0.0, 0.0, 0.0], [1.1, 0.0, 0.0], [0.0, 1.2, 0.1]])
    assert bool(jnp.isfinite(energy(pos))) and bool(jnp.isnan(relax(pos)).all())
    assert bool(jnp.isnan(jax.grad(lambda p: distances(p).sum())(pos)).any())
    assert bool(jnp.isnan(jax.grad(lambda r: lennard_jones(r).sum())(jnp.array([0.0, 1.0]))).any())
    assert bool(jnp.isfinite(jax.grad(tether)(pos, pos)).all())
