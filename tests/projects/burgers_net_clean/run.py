import torch

from pinn.model import PINN
from pinn.solver import Solver

if __name__ == "__main__":
    torch.manual_seed(0)
    model = PINN([2, 16, 16, 1])
    print(Solver(model).fit(3), float(model.nu))
