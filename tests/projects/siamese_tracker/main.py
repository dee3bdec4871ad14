import torch

from tracking.siamese import SiamFC
from tracking.solver import Solver


def pairs(n):
    for _ in range(n):
        yield torch.randn(2, 3, 5, 5), torch.randn(2, 3, 9, 9), torch.rand(2, 1, 5, 5).round()


if __name__ == "__main__":
    for loss in Solver(SiamFC(), 1e-2)(pairs(3)):
        print(loss)
