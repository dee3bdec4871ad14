# framework: torch
# verdict: clean
# seen: both come back with their flags
import tempfile
from pathlib import Path

import torch
from lightning.fabric import Fabric

fabric = Fabric(accelerator="cpu", devices=1)
with tempfile.TemporaryDirectory() as folder:
    fabric.save(Path(folder) / "two.ckpt", {"a": torch.ones(2, requires_grad=True), "b": torch.ones(2)})
    remembered = fabric.broadcast(fabric.load(Path(folder) / "two.ckpt"))
loss = torch.dot(remembered["a"], remembered["b"])
loss.backward()
print("OBSERVED clean", remembered["a"].grad)
