# framework: jax
# verdict: clean
# seen: the gradient is that of the tiled signal, 2 * repeats * x
import argparse

import jax
import jax.numpy as jnp


class Tree:
    form = ()

    def __init_subclass__(cls):
        def flatten(tree):
            leaves = {name: each for name, each in vars(tree).items() if name not in cls.form}
            rest = tuple((name, getattr(tree, name)) for name in cls.form)
            return tuple(leaves.values()), (tuple(leaves), rest)

        def unflatten(names, leaves):
            made = object.__new__(cls)
            vars(made).update(zip(names[0], leaves), **dict(names[1]))
            return made

        jax.tree_util.register_pytree_node(cls, flatten, unflatten)


class Tiler(Tree):
    form = ("repeats", "width")

    def __init__(self, x, repeats, width):
        self.x = x
        self.repeats = repeats
        self.width = width

    def tiled(self):
        length = self.repeats * self.width
        whole = jnp.zeros(length)
        if length > 2:
            whole = whole + jnp.tile(self.x, self.repeats)
        return whole


@jax.jit
def energy(tiler):
    return jnp.sum(tiler.tiled() ** 2)


options = argparse.ArgumentParser()
options.add_argument("--repeats", type=int, default=3)
options.add_argument("--width", type=int, default=2)
given = vars(options.parse_args([]))
found = jax.grad(energy)(Tiler(jnp.arange(2.0), given["repeats"], given["width"]))
assert jnp.allclose(found.x, 2 * given["repeats"] * jnp.arange(2.0)), found.x
print("OBSERVED clean", found.x)
