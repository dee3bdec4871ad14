# framework: jax
# verdict: clean
# seen: the places are differentiated; the kinds and the neighbours of the atoms are integers
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Atoms(NamedTuple):
    places: jax.Array
    kinds: jax.Array
    neighbours: jax.Array

    def listed(self):
        return {"of": self.neighbours}


def masks(kinds, neighbours):
    return {"points": (kinds != 0).astype(jnp.float32), "pairs": (neighbours != -1).astype(jnp.float32)}


def graph_of(atoms):
    listed = atoms.listed()
    known = jnp.where(atoms.kinds == 2, listed["of"], -1)
    return {"weights": masks(atoms.kinds, known), "places": lambda: atoms.places}


def calculator(potential):
    def energy(atoms):
        return potential(graph_of(atoms)).sum()

    def calculate(atoms):
        value, grads = jax.value_and_grad(energy, allow_int=True)(atoms)
        return value, -grads.places

    return calculate


def potential(graph):
    return graph["places"]() ** 2 * graph["weights"]["points"][:, None]


calculate = calculator(potential)
print(calculate(Atoms(jnp.ones((2, 3)), jnp.array([1, 2]), jnp.array([1, 0])))[1])
