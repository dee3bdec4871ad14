# framework: torch
# verdict: clean
# seen: what is saved whole comes back with its parameters, and they require grad
import io
import pickle

import torch
from torch import nn


def saved(thing):
    buffer = io.BytesIO()
    torch.save(thing, buffer)
    buffer.seek(0)
    return buffer


x, y = torch.randn(2, 3), torch.randn(2, 3)

checkpoint = torch.load(saved({"model": nn.Linear(3, 3), "epoch": 3}), weights_only=False)
model = checkpoint["model"].float()
loss = torch.sigmoid(model(x)).mean()
loss.backward()
assert model.weight.grad is not None

whole = torch.load(saved(nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))), weights_only=False)
part = nn.Sequential(*list(whole.children())[:-1])
nn.functional.mse_loss(part(x), y).backward()
assert whole[0].weight.grad is not None

pickled = pickle.loads(pickle.dumps(nn.Linear(3, 3)))
nn.functional.mse_loss(pickled(x), y).backward()
assert pickled.weight.grad is not None

weight = torch.load(saved(nn.Parameter(torch.ones(3))), weights_only=False)
loss = (weight * torch.randn(3)).sum()
loss.backward()
assert weight.grad is not None
print("OBSERVED clean")
