# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermed
import torch
from torch import nn

torch.manual_seed(0)
body, actor, critic = nn.Linear(3, 4), nn.Linear(4, 2), nn.Linear(4, 1)
opt = torch.optim.Adam([*body.parameters(), *actor.parameters(), *critic.parameters()])
obs, ret = torch.randn(5, 3), torch.randn(5)
for _ in range(2):
    opt.zero_grad()
    h = torch.tanh(body(obs))
    value = critic(h).squeeze(-1)
    logp = torch.log_softmax(actor(h), -1)[:, 0]
    policy_loss = -(logp * (ret - value.detach())).mean()
    value_loss = (ret - value).pow(2).mean()
    policy_loss.backward()
    value_loss.backward()  # HAZARD GL603
    opt.step()
