# framework: torch
# verdict: nan
# seen: log of gathered softmax probabilities and log(sum(exp)): inf/NaN gradients
import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, n_obs=4, n_act=3, gain=1.0):
        super().__init__()
        self.fc = nn.Linear(n_obs, n_act)
        self.gain = gain

    def forward(self, obs):
        return torch.softmax(self.gain * self.fc(obs), dim=-1)


def cross_entropy(probs, labels):
    picked = probs.gather(1, labels.unsqueeze(1)).squeeze(1)
    return -torch.log(picked).mean()  # HAZARD GL703


def soft_value(q, temperature):
    scaled = q / temperature
    return temperature * torch.log(torch.exp(scaled).sum(-1))  # HAZARD GL703


def clone_expert(policy, obs, actions, steps=1):
    opt = torch.optim.SGD(policy.parameters(), lr=0.1)
    for _ in range(steps):
        opt.zero_grad()
        loss = cross_entropy(policy(obs), actions)
        loss.backward()
        opt.step()
    return policy


def fit_soft_q(q_net, obs, target, temperature=0.01):
    opt = torch.optim.SGD(q_net.parameters(), lr=0.1)
    loss = (soft_value(q_net(obs), temperature) - target).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return q_net


if __name__ == "__main__":
    torch.manual_seed(0)
    obs = torch.randn(16, 4) * 10
    confident = clone_expert(Policy(gain=50.0), obs, torch.randint(0, 3, (16,)))
    assert not torch.isfinite(confident.fc.weight.grad).all()
    assert not torch.isfinite(fit_soft_q(nn.Linear(4, 3), obs, torch.zeros(16)).weight.grad).all()
