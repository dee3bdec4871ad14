# framework: torch
# verdict: clean
# seen: the scale that was saved is trained on
import tempfile
from pathlib import Path

import torch
from lightning.fabric import Fabric
from torch import nn

torch.manual_seed(0)
fabric = Fabric(accelerator="cpu", devices=1)
x = torch.randn(4, 3)


def restored(path):
    state = fabric.load(path)
    return state["scale"], state["shift"]


with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "affine.ckpt"
    fabric.save(path, {"scale": nn.Parameter(torch.ones(3)), "shift": nn.Parameter(torch.zeros(3))})
    scale, shift = restored(path)
loss = (x * scale + shift).square().mean()
loss.backward()
print("OBSERVED clean", scale.grad)
