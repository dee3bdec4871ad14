import torch

from a2c.agent import A2C


def run(episodes=3, length=16):
    agent = A2C(4, 2)
    for ep in range(episodes):
        obs = torch.randn(4)
        for _ in range(length):
            action, logp, value, ent = agent.act(obs)
            agent.rollout.add(logp, value, float(torch.rand(())), ent)
            obs = torch.randn(4)
        print(ep, agent.update())


if __name__ == "__main__":
    run()
