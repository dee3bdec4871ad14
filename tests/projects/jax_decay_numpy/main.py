import jax.numpy as jnp

from fit import descend, misfit
from physics.solver import concentrations


def main():
    start = jnp.array([1.0, 0.0, 0.0])
    times = jnp.linspace(0.1, 2.0, 8)
    truth = {"rate": 2.0, "temperature": 1.5}
    measured = concentrations(truth, start, times)
    guess = {"rate": jnp.array(1.0), "temperature": jnp.array(1.0)}
    found = descend(guess, start, times, measured)
    print({k: round(float(v), 3) for k, v in found.items()}, float(misfit(found, start, times, measured)))


if __name__ == "__main__":
    main()
