# framework: jax
# verdict: clean
# seen: each player's Adam has counted its own steps
import json

import jax
import jax.numpy as jnp
import optax


def distance(position, ball):
    return (position - ball) ** 2


class Team:
    def __init__(self, rate):
        self.opt = optax.adam(rate)
        self.positions = [jnp.array(0.0), jnp.array(4.0)]
        self.memories = [self.opt.init(each) for each in self.positions]

    def follow(self, balls):
        moved = []
        for position, memory, ball in zip(self.positions, self.memories, balls):
            grad = jax.grad(distance)(position, ball)
            updates, memory = self.opt.update(grad, memory)
            moved.append((optax.apply_updates(position, updates), memory))
        self.positions = [each for each, _ in moved]
        self.memories = [each for _, each in moved]


team = Team(0.1)
for step in range(5):
    team.follow(json.loads(f"[{step}, {step}]"))
counts = [int(memory[0].count) for memory in team.memories]
assert counts == [5, 5], counts
print("OBSERVED clean", counts)
