# framework: jax
# verdict: clean
# seen: the root of 2 moves by 1 / (2 sqrt 2)
import jax
import jax.numpy as jnp


def root(number):
    def better(guess):
        return 0.5 * (guess + number / guess)

    return jax.lax.while_loop(lambda guess: abs(guess * guess - number) > 1e-5, better, number)


class Sensitivity:
    def __init__(self, function):
        self.function = function

    def at(self, number):
        value, push = jax.linearize(self.function, number)
        return value, push(jnp.ones(()))


value, slope = Sensitivity(root).at(jnp.array(2.0))
assert abs(float(slope) - 0.5 / float(value)) < 1e-3, (value, slope)
print("OBSERVED clean", value, slope)
