# framework: torch
# verdict: clean
# seen: a vector that requires grad comes back as it was saved
import tempfile
from pathlib import Path

import torch
from lightning.fabric import Fabric

fabric = Fabric(accelerator="cpu")
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "prompt.ckpt"
    fabric.save(path, {"prompt": torch.ones(3, requires_grad=True)})
    prompt = fabric.load(path)["prompt"]
loss = (prompt * torch.arange(3.0)).sum()
loss.backward()
print("OBSERVED clean", prompt.grad)
