import torch


class ReplayBuffer:
    def __init__(self, obs_dim, capacity=256):
        self.obs = torch.zeros(capacity, obs_dim)
        self.action = torch.zeros(capacity, dtype=torch.long)
        self.reward = torch.zeros(capacity)
        self.next_obs = torch.zeros(capacity, obs_dim)
        self.done = torch.zeros(capacity)
        self.size = 0

    def push(self, o, a, r, n, d):
        i = self.size % len(self.obs)
        self.obs[i] = o
        self.action[i] = a
        self.reward[i] = r
        self.next_obs[i] = n
        self.done[i] = d
        self.size += 1

    def sample(self, n):
        idx = torch.randint(0, min(self.size, len(self.obs)), (n,))
        return self.obs[idx], self.action[idx], self.reward[idx], self.next_obs[idx], self.done[idx]
