# framework: torch
# verdict: clean
# seen: loss weights from NumPy history or from detached magnitudes multiply live losses
"""Dynamic weight averaging and inverse-magnitude balancing of task losses."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

TASKS = ("depth", "normal", "seg")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(inplace=True))
        self.heads = nn.ModuleDict({"depth": nn.Conv2d(8, 1, 1), "normal": nn.Conv2d(8, 3, 1), "seg": nn.Conv2d(8, 4, 1)})

    def forward(self, x):
        h = self.backbone(x)
        out = {t: m(h) for t, m in self.heads.items()}
        out["normal"] = F.normalize(out["normal"], dim=1)
        return out


def task_losses(out, gt):
    return torch.stack([
        F.l1_loss(out["depth"], gt["depth"]),
        1 - (out["normal"] * gt["normal"]).sum(1).mean(),
        F.cross_entropy(out["seg"], gt["seg"]),
    ])


def dwa_weights(history, temperature=2.0):
    if len(history) < 2:
        return np.ones(len(TASKS))
    ratio = history[-1] / history[-2]
    e = np.exp(ratio / temperature)
    return len(TASKS) * e / e.sum()


def sample(n=2, s=6):
    gt = {"depth": torch.rand(n, 1, s, s), "normal": F.normalize(torch.randn(n, 3, s, s), dim=1),
          "seg": torch.randint(0, 4, (n, s, s))}
    return torch.rand(n, 3, s, s), gt


def train(epochs=4, mode="dwa"):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), 1e-3)
    history = []
    for _ in range(epochs):
        weights = torch.from_numpy(dwa_weights(history)).float()
        epoch_losses = np.zeros(len(TASKS))
        for _ in range(3):
            x, gt = sample()
            losses = task_losses(net(x), gt)
            if mode == "dwa":
                total = (weights * losses).sum()
            else:
                total = (losses / losses.detach().clamp(min=1e-4)).sum()
            opt.zero_grad()
            total.backward()
            opt.step()
            epoch_losses += losses.detach().numpy() / 3
        history.append(epoch_losses)
    return net, history


if __name__ == "__main__":
    for mode in ("dwa", "inverse"):
        net, history = train(mode=mode)
        assert len(history) == 4 and not np.allclose(dwa_weights(history), 1)
        assert all(m.weight.grad.abs().sum() > 0 for m in net.heads.values())
        assert net.backbone[0].weight.grad.abs().sum() > 0
