import jax
import jax.numpy as jnp
from flax import nnx

from bandit.agent import Agent
from bandit.nets import ValueNet
from bandit.world import arms


def main():
    rngs = nnx.Rngs(0)
    agent = Agent(ValueNet(4, 3, rngs=rngs), lr=1e-2)
    key = jax.random.key(1)
    for _ in range(3):
        key, k = jax.random.split(key)
        print("loss", float(agent.update(*arms(k))))


main()
