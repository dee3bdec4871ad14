# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
body, actor, critic = nn.Linear(3, 4), nn.Linear(4, 2), nn.Linear(4, 1)
opt = torch.optim.Adam([*body.parameters(), *actor.parameters(), *critic.parameters()])
obs, ret = torch.randn(5, 3), torch.randn(5)
for step in range(3):
    opt.zero_grad()
    h = torch.tanh(body(obs))
    value = critic(h).squeeze(-1)
    logp = torch.log_softmax(actor(h.detach()), -1)[:, 0]
    policy_loss = -(logp * (ret - value.detach())).mean()
    value_loss = (ret - value).pow(2).mean()
    policy_loss.backward()
    value_loss.backward()
    opt.step()
    opt.zero_grad()
    h = torch.tanh(body(obs))
    a, b = actor(h).logsumexp(-1).mean(), critic(h).pow(2).mean()
    a.backward(retain_graph=True)
    b.backward()
    opt.step()
    grads = torch.autograd.grad(critic(body(obs)).mean(), body.parameters())
print("OBSERVED", "clean" if actor.weight.grad.any() and len(grads) == 2 else "wrong")
