# framework: torch
# verdict: clean
# seen: gradient as expected; the data are rounded before they are leaves
import torch
from torch.testing import make_tensor


class Check:
    def __init__(self, dtype):
        self.dtype = dtype

    def run(self):
        weight = make_tensor(2, 3, dtype=self.dtype, device="cpu").round()
        weight.requires_grad_()
        (weight**2).sum().backward()
        return weight.grad


assert Check(torch.float64).run() is not None
