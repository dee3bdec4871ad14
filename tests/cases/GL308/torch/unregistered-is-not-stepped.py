# framework: torch
# verdict: clean
# seen: the optimizer never gets the blocks in the list, so its step does not touch them
import torch
import torch.nn.functional as F
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = list()  # HAZARD GL308
        for _ in range(2):
            self.blocks.append(nn.Sequential(nn.Linear(3, 3), nn.LeakyReLU(0.2)))
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        seen = []
        for block in self.blocks:
            x = block(x)
            seen.append(x)
        return self.out(x), seen


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
    maker_loss.backward()
    maker_opt.step()
print("OBSERVED clean")
