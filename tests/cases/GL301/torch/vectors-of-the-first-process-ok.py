# framework: torch
# verdict: clean
# seen: the vectors of the first process are trained in all of them
import torch
from lightning.fabric import Fabric

torch.manual_seed(0)
fabric = Fabric(accelerator="cpu", devices=1)
table = {"user": torch.randn(4, 3, requires_grad=True), "item": torch.randn(4, 3, requires_grad=True)}
shared = fabric.broadcast(table)
loss = torch.nn.functional.mse_loss(shared["user"], shared["item"])
loss.backward()
print("OBSERVED clean", table["user"].grad.shape)
