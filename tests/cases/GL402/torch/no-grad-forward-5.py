# framework: torch
# verdict: none
# seen: none
import torch
from torch import nn


class NeRF(nn.Module):
    def __init__(self):
        super().__init__()
        self.coarse = nn.Linear(3, 4)
        self.fine = nn.Linear(3, 4)

    def render(self, net, pts):
        raw = net(pts)
        sigma, rgb = torch.relu(raw[..., :1]), torch.sigmoid(raw[..., 1:])
        alpha = 1 - torch.exp(-sigma * 0.1)
        trans = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha + 1e-10], 1), 1)[:, :-1]
        return (alpha * trans * rgb).sum(1)

    def forward(self, pts):
        with torch.no_grad():
            coarse = self.render(self.coarse, pts)  # HAZARD GL402
        return coarse, self.render(self.fine, pts)


torch.manual_seed(0)
nerf = NeRF()
opt = torch.optim.Adam(nerf.parameters(), lr=1e-2)
rays, rgb = torch.rand(5, 6, 3), torch.rand(5, 3)
coarse, fine = nerf(rays)
loss = ((coarse - rgb) ** 2).mean() + ((fine - rgb) ** 2).mean()
opt.zero_grad()
loss.backward()
opt.step()
print("OBSERVED", "none" if nerf.coarse.weight.grad is None else "clean")
