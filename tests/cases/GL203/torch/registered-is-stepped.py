# framework: torch
# verdict: raises
# seen: RuntimeError: one of the variables needed for gradient computation has been modified
import torch
import torch.nn.functional as F
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second, self.out = nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 1)

    def forward(self, x):
        one = F.leaky_relu(self.first(x), 0.2)
        two = F.leaky_relu(self.second(one), 0.2)
        return self.out(two), [one, two]


critic, maker = Critic(), nn.Linear(3, 3)
critic_opt = torch.optim.Adam(critic.parameters())
maker_opt = torch.optim.Adam(maker.parameters())
for real in torch.randn(2, 4, 3):
    fake = maker(real)
    score, real_seen = critic(real)
    loss = -score.mean()
    critic_opt.zero_grad()
    loss.backward(retain_graph=True)
    critic_opt.step()
    score, fake_seen = critic(fake)
    maker_loss = -score.mean() + sum(F.l1_loss(a, b) for a, b in zip(real_seen, fake_seen))
    maker_opt.zero_grad()
    maker_loss.backward()  # HAZARD GL203
    maker_opt.step()
