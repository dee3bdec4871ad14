# framework: jax
# verdict: clean
# seen: Catalyst makes an update of the assignment
import catalyst
import jax.numpy as jnp


@catalyst.qjit(autograph=True)
def squares(count: int):
    found = jnp.zeros(3)
    for index in range(3):
        found[index] = count * index**2
    return found


assert squares(2).tolist() == [0.0, 2.0, 8.0]
print("OBSERVED clean", "Catalyst makes an update of the assignment")
