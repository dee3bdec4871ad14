# framework: jax
# verdict: clean
# seen: the places are differentiated; the kinds and the neighbours of the atoms are integers
import contextvars
from typing import NamedTuple

import jax
import jax.numpy as jnp


places = contextvars.ContextVar("places")


class Atoms(NamedTuple):
    places: jax.Array
    kinds: jax.Array
    neighbours: jax.Array

    def listed(self):
        return {"of": self.neighbours}


def masks(kinds, neighbours):
    return {"points": (kinds != 0).astype(jnp.float32), "pairs": (neighbours != -1).astype(jnp.float32)}


def graph_of(atoms):
    places.set(atoms.places)
    listed = atoms.listed()
    return masks(atoms.kinds, jnp.where(atoms.kinds == 2, listed["of"], -1))


def calculator(potential):
    def energy(atoms):
        return potential(graph_of(atoms)).sum()

    def calculate(atoms):
        value, grads = jax.value_and_grad(energy, allow_int=True)(atoms)
        return value, -grads.places

    return calculate


def potential(graph):
    return places.get() ** 2 * graph["points"][:, None]


calculate = calculator(potential)
form = jax.tree.structure(Atoms(0, 0, 0))
print(calculate(jax.tree.unflatten(form, [jnp.ones((2, 3)), jnp.array([1, 2]), jnp.array([1, 0])]))[1])
