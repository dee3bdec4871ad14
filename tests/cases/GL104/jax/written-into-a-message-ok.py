# framework: jax
# verdict: clean
# seen: a tracer can be written down; only a number can be formatted as one
import jax
import jax.numpy as jnp


@jax.jit
def energy(values, step):
    if values.ndim > 1:
        raise ValueError("expected one axis, got %r" % values)
    print("step %d: %s" % (3, values))
    print("%-8s|%5.2f%%" % ("part", 0.5))
    print("{} of {:.1f}".format(values, 2.0))
    print("{name} {0:>4} {value!r:>10}".format(4, name="values", value=values))
    print(f"{values!r:>30}")
    return jnp.sum(values) * step


print(energy(jnp.ones(3), 2.0))
