# framework: torch
# verdict: zero
# seen: the ratio is 1 and its gradient is zero
import torch
from torch import nn
from torch.distributions import Normal

torch.manual_seed(0)
mean = nn.Linear(4, 2)
opt = torch.optim.Adam(mean.parameters(), lr=1e-3)


def update(obs, actions, advantage):
    logp = Normal(mean(obs), 1.0).log_prob(actions).sum(-1)
    old_logp = Normal(mean(obs), 1.0).log_prob(actions).sum(-1)  # HAZARD GL411
    ratio = torch.exp(logp - old_logp)
    loss = -(ratio * advantage).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()


update(torch.randn(8, 4), torch.randn(8, 2), torch.randn(8))
print("OBSERVED", "zero" if not mean.weight.grad.abs().max() > 1e-6 else "clean")
