from functools import partial

import jax
import jax.numpy as jnp

from dynamics import make_relax
from potentials import angle_energy, pair_energy


def chain(n, spread, key):
    start = jnp.cumsum(spread * jax.random.normal(key, (n, 3)), axis=0)
    return start.at[1].set(start[0])


def total(positions, terms):
    return sum(term(positions) for term in terms)


def main():
    positions = chain(6, 0.5, jax.random.PRNGKey(0))
    terms = [partial(pair_energy, sigma=0.5), partial(angle_energy, stiffness=0.2)]
    energy = partial(total, terms=terms)
    relax = make_relax(energy, 0.05, 0.1)
    for _ in range(5):
        positions = relax(positions)
    print(f"energy {float(energy(positions)):.4f}")


if __name__ == "__main__":
    main()
