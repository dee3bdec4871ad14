import torch


class Rollout:
    def __init__(self):
        self.reset()

    def reset(self):
        self.logps, self.values, self.rewards, self.entropies = [], [], [], []

    def add(self, logp, value, reward, entropy):
        self.logps.append(logp)
        self.values.append(value)
        self.rewards.append(reward)
        self.entropies.append(entropy)

    def returns(self, gamma):
        out, acc = [], 0.0
        for r in reversed(self.rewards):
            acc = r + gamma * acc
            out.insert(0, acc)
        return torch.tensor(out)
