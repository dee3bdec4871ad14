# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import optim
from torch.nn import functional as F


class PoseFit:
    def __init__(self, cfg):
        self.flat = th.zeros(cfg["bodies"] * 3, requires_grad=True)
        self.joints = self.flat.view(cfg["bodies"], 3)
        self.root = th.zeros(1, 3).squeeze(0).requires_grad_(True)
        self.opt = optim.SGD([self.flat, self.root], lr=cfg["lr"])
        self.shape = (cfg["bodies"], 3)

    def energy(self, target):
        return F.smooth_l1_loss(self.flat.view(self.shape) + self.root, target)

    def run(self, target, iters):
        trace = []
        for _ in range(iters):
            self.opt.zero_grad()
            loss = self.energy(target)
            loss.backward()
            self.opt.step()
            trace.append(loss.item())
        return trace


th.manual_seed(0)
fit = PoseFit({"bodies": 4, "lr": 0.5})
trace = fit.run(th.randn(4, 3), iters=80)
same = th.equal(fit.joints.detach().flatten(), fit.flat.detach())
print("OBSERVED", "clean" if trace[-1] < 0.3 * trace[0] and same else "wrong")
