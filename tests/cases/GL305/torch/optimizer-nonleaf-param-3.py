# framework: torch
# verdict: raises
# seen: ValueError: can't optimize a non-leaf Tensor
import torch
from torch import nn


class PoseFit:
    def __init__(self, joints):
        init = torch.zeros(joints, 3, requires_grad=True)
        self.theta = init + 0.01 * torch.randn(joints, 3)
        self.opt = torch.optim.LBFGS([self.theta], lr=1.0)  # HAZARD GL305


PoseFit(4)
