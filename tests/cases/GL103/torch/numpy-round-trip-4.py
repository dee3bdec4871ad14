# framework: torch
# verdict: wrong
# seen: edge term computed with np.gradient on a detached copy: edge weight 100 or 0 gives identical weights
"""Boundary-aware segmentation loss; the contour weighting is done in NumPy."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def edge_energy(prob: torch.Tensor) -> torch.Tensor:
    p = prob.detach().cpu().numpy()
    gy, gx = np.gradient(p, axis=(1, 2))
    energy = np.sqrt(gx**2 + gy**2)
    return torch.from_numpy(energy).to(prob)  # HAZARD GL103


def soft_dice(prob, target, eps=1.0):
    inter = (prob * target).sum(dim=(1, 2))
    return 1 - ((2 * inter + eps) / (prob.sum(dim=(1, 2)) + target.sum(dim=(1, 2)) + eps)).mean()


class TinyUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 4, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose2d(4, 4, 2, stride=2)
        self.out = nn.Conv2d(5, 1, 1)

    def forward(self, x):
        h = F.relu(self.up(F.relu(self.down(x))))
        return self.out(torch.cat([x, h], dim=1)).squeeze(1)


def step(net, opt, images, masks, edge_weight):
    prob = torch.sigmoid(net(images))
    parts = {"dice": soft_dice(prob, masks)}
    parts["edge"] = edge_weight * edge_energy(prob).mean()
    total = sum(parts.values())
    opt.zero_grad()
    total.backward()
    opt.step()
    return {k: v.item() for k, v in parts.items()}


def fit(edge_weight, steps=3):
    torch.manual_seed(3)
    net = TinyUNet()
    opt = torch.optim.SGD(net.parameters(), lr=0.5)
    for _ in range(steps):
        images = torch.rand(2, 1, 8, 8)
        report = step(net, opt, images, (images[:, 0] > 0.5).float(), edge_weight)
    return net, report


if __name__ == "__main__":
    plain, _ = fit(0.0)
    heavy, report = fit(100.0)
    assert report["edge"] > 1.0
    # an edge weight of 100 leaves every weight where a weight of 0 leaves it
    assert all(torch.equal(a, b) for a, b in zip(plain.parameters(), heavy.parameters()))
