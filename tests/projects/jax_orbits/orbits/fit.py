import jax

from orbits.rollout import distance_to, rollout


def objective(mass, position, velocity, observed):
    return distance_to(rollout(position, velocity, mass, 0.05, 5), observed)


def fit(mass, position, velocity, observed, rate=0.5, rounds=3):
    value_and_grad = jax.value_and_grad(objective)
    for _ in range(rounds):
        value, slope = value_and_grad(mass, position, velocity, observed)
        mass = mass - rate * slope
    return mass, value
