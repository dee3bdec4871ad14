import numpy as np

from pg.agent import Reinforce
from pg.policy import build_policy

if __name__ == "__main__":
    agent = Reinforce(build_policy(4, 2))
    for episode in range(3):
        obs = np.random.randn(20, 4).astype("float32")
        actions = np.array([agent.act(o) for o in obs])
        rewards = np.random.rand(20).astype("float32")
        print(agent.learn(obs, actions, rewards))
