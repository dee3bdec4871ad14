import torch

from agents import DQNAgent
from replay import ReplayBuffer


def main():
    agent = DQNAgent(4, 2)
    buffer = ReplayBuffer(4)
    obs = torch.randn(4)
    for t in range(200):
        action = agent.act(obs[None])[0]
        nxt = torch.randn(4)
        buffer.push(obs, action, torch.randn(()), nxt, torch.zeros(()))
        obs = nxt
        if t > 64:
            agent.update(buffer.sample(32))
        if t % 50 == 0:
            agent.sync_target()


if __name__ == "__main__":
    main()
