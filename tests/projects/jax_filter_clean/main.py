import argparse

import jax
import jax.numpy as jnp
import numpy as np

from objective import distance
from signal_lib.equaliser import equalise


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bands", type=int, default=4)
    parser.add_argument("--mode", default="smooth")
    args = parser.parse_args()
    rng = np.random.default_rng(0)
    signal = jnp.asarray(rng.normal(size=64))
    reference = equalise(jnp.array([2.0, -1.0, 0.5, -2.0]), signal, args.bands, args.mode)
    gains = jnp.zeros(args.bands)
    slope = jax.value_and_grad(distance)
    losses = []
    for _ in range(25):
        value, grads = slope(gains, signal, reference, args.bands, args.mode)
        gains = gains - 2.0 * grads
        losses.append(value.item())
    print(f"loss {losses[0]:.5f} -> {losses[-1]:.5f}", np.round(np.asarray(gains), 2).tolist())


if __name__ == "__main__":
    main()
