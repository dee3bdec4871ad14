# framework: torch
# verdict: clean
# seen: baselines, targets and centred values are meant as numbers
import torch
import torch.nn.functional as F
from torch import nn

actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
opt = torch.optim.Adam([*actor.parameters(), *critic.parameters()])
for s, reward in zip(torch.randn(2, 5, 3), torch.randn(2, 5, 1)):
    logp = actor(s).log_softmax(-1)[:, :1]
    value = critic(s)
    advantage = reward - value.detach()
    policy = -(logp * advantage).mean()
    target = reward + 0.9 * critic(s + 1).detach()
    fit = F.smooth_l1_loss(value, target)
    shifted = (critic(s) - critic(s - 1).detach()).mean()
    surrogate = (logp - logp.detach()).exp().mean()
    loss = policy + fit + 0.1 * shifted + surrogate
    opt.zero_grad()
    loss.backward()
    opt.step()
assert actor.weight.grad is not None and critic.weight.grad is not None
print("OBSERVED clean")
