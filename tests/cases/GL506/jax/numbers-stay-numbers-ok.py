# framework: jax
# verdict: clean
# seen: gradient as expected
import equinox as eqx
import jax
import jax.numpy as jnp


class Table(eqx.Module):
    rows: jax.Array
    size: int = eqx.field(static=True)

    @eqx.filter_jit
    def free(self, number: int):
        if number < 0 or number >= self.size:
            return self
        return Table(self.rows.at[number].set(0.0), self.size)


@eqx.filter_jit
def scaled(x, times):
    return x if times < 0 else times * x


def run(number, times):
    return scaled(Table(jnp.ones(3), 3).free(number).rows, times)


assert run(1, 2).sum() == 4.0 and run(-1, -1).sum() == 3.0
