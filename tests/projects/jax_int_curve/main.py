import argparse

import jax.numpy as jnp

from curve.fit import fit, residual_loss
from curve.params import initial_guess


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--order", type=int, default=2)
    parser.add_argument("--rate", type=float, default=0.1)
    args = parser.parse_args()
    t = jnp.linspace(-1.0, 1.0, 40)
    y = 0.5 - 1.0 * t + 2.0 * t ** 2
    start = initial_guess(args.order)
    found = fit(start, t, y, args.rate, steps=50)
    print(f"loss {float(residual_loss(found, t, y)):.5f}", [round(float(c), 3) for c in found])


if __name__ == "__main__":
    main()
