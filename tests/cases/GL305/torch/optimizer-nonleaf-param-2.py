# framework: torch
# verdict: raises
# seen: ValueError: can't optimize a non-leaf Tensor
import torch as th
from torch import optim
from torch.nn import functional as F


class PoseFit:
    def __init__(self, cfg):
        self.joints = th.zeros(cfg["bodies"] * 3, requires_grad=True).view(cfg["bodies"], 3)
        self.root = th.zeros(3, requires_grad=True)
        self.opt = optim.SGD([self.joints, self.root], lr=cfg["lr"])  # HAZARD GL305

    def energy(self, target):
        return F.smooth_l1_loss(self.joints + self.root, target)

    def run(self, target, iters):
        for _ in range(iters):
            self.opt.zero_grad()
            self.energy(target).backward()
            self.opt.step()


th.manual_seed(0)
fit = PoseFit({"bodies": 4, "lr": 0.2})
fit.run(th.randn(4, 3), iters=20)
