# framework: torch
# verdict: clean
# seen: every sqrt, division, acos and log is guarded before the operation; finite at zero, gradcheck passes
"""Axis-angle and 6D rotations with every singular point guarded before the operation."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def safe_norm(x, eps=1e-12):
    return torch.sqrt(torch.clamp((x * x).sum(-1, keepdim=True), min=eps))


def exp_so3(w):
    theta2 = (w * w).sum(-1, keepdim=True)
    small = theta2 < 1e-8
    safe = torch.where(small, torch.ones_like(theta2), theta2)
    theta = safe.sqrt()
    a = torch.where(small, 1 - theta2 / 6, torch.sin(theta) / theta)[..., None]
    b = torch.where(small, 0.5 - theta2 / 24, (1 - torch.cos(theta)) / safe)[..., None]
    zero = torch.zeros_like(w[..., 0])
    x, y, z = w.unbind(-1)
    K = torch.stack([zero, -z, y, z, zero, -x, -y, x, zero], -1).view(*w.shape[:-1], 3, 3)
    return torch.eye(3, dtype=w.dtype) + a * K + b * K @ K


def geodesic(R1, R2, eps=1e-6):
    cos = ((R1.transpose(-1, -2) @ R2).diagonal(dim1=-2, dim2=-1).sum(-1) - 1) / 2
    return torch.acos(cos.clamp(-1 + eps, 1 - eps))


def gram_schmidt(d6):
    a, b = d6[..., :3], d6[..., 3:]
    x = F.normalize(a, dim=-1)
    y = F.normalize(b - (x * b).sum(-1, keepdim=True) * x, dim=-1)
    return torch.stack([x, y, torch.linalg.cross(x, y)], -1)


def entropy(p, eps=1e-9):
    p = p.clamp(min=eps)
    return -(p * p.log()).sum(-1)


class PoseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk, self.aa, self.d6, self.mix = nn.Linear(9, 32), nn.Linear(32, 3), nn.Linear(32, 6), nn.Linear(32, 2)
        nn.init.zeros_(self.aa.weight)
        nn.init.zeros_(self.aa.bias)

    def forward(self, x):
        h = torch.tanh(self.trunk(x))
        return exp_so3(self.aa(h)), gram_schmidt(self.d6(h)), self.mix(h).softmax(-1), h


def train(steps=4):
    torch.manual_seed(0)
    net = PoseNet()
    opt = torch.optim.Adam(net.parameters(), 1e-2)
    for _ in range(steps):
        R = exp_so3(torch.randn(8, 3))
        Ra, Rb, w, h = net(R.flatten(1))
        d = torch.stack([geodesic(Ra, R), geodesic(Rb, R)], -1)
        loss = (w * d).sum(-1).mean() - 0.01 * entropy(w).mean() + 1e-3 * safe_norm(h).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return net


if __name__ == "__main__":
    net = train()
    assert all(torch.isfinite(p.grad).all() and p.grad.abs().sum() > 0 for p in net.parameters())
    w = torch.zeros(1, 3, dtype=torch.double, requires_grad=True)
    assert torch.isfinite(torch.autograd.grad(exp_so3(w).sum(), w)[0]).all()
    w = torch.randn(2, 3, dtype=torch.double, requires_grad=True)
    assert torch.autograd.gradcheck(exp_so3, (w,))
