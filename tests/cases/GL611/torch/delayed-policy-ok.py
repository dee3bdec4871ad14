# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
# delayed policy updates: another optimizer's step every second round; each zero_grad belongs to its own step
actor, critic = nn.Linear(3, 1), nn.Linear(4, 1)
a_opt = torch.optim.SGD(actor.parameters(), lr=0.1)
c_opt = torch.optim.SGD(critic.parameters(), lr=0.1)
for i in range(16):
    s = torch.randn(8, 3)
    c_loss = critic(torch.cat([s, actor(s).detach()], 1)).pow(2).mean()
    c_opt.zero_grad()
    c_loss.backward()
    c_opt.step()
    if i % 2 == 0:
        a_loss = -critic(torch.cat([s, actor(s)], 1)).mean()
        a_opt.zero_grad()
        a_loss.backward()
        a_opt.step()
