import torch


class Replay:
    def __init__(self, obs, act, size=256):
        self.obs = torch.randn(size, obs)
        self.act = torch.rand(size, act) * 2 - 1
        self.rew = torch.randn(size, 1)
        self.nxt = torch.randn(size, obs)

    def sample(self, n):
        idx = torch.randint(0, len(self.obs), (n,))
        return self.obs[idx], self.act[idx], self.rew[idx], self.nxt[idx]
