# framework: torch
# verdict: clean
# seen: gradient as expected
import numpy as np
import torch
from torch import nn


def collect(model, loader):
    model.eval()
    rows = []
    with torch.inference_mode():
        for x, y in loader:
            rows.append(np.concatenate([model(x).numpy(), y.numpy()], axis=1))
    return np.vstack(rows)


def embed(model, x):
    out = model(x)
    return out.detach().cpu().numpy(), np.asarray(out.data)


def weights_of(model):
    return {k: v.numpy() for k, v in model.state_dict().items()}


torch.manual_seed(0)
model = nn.Linear(2, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.05)
x, y = torch.randn(4, 2), torch.randn(4, 1)
before = weights_of(model)["weight"].copy()
loss = (model(x) - y).square().mean()
loss.backward()
opt.step()
table = collect(model, [(x, y)])
a, b = embed(model, x)
grads = model.weight.grad.numpy()
print("OBSERVED", "clean" if np.allclose(a, b) and not np.allclose(before, weights_of(model)["weight"]) and grads.any() else "wrong")
