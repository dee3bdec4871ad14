# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


def forward(weight, x):
    hidden = torch.tanh(x @ weight)
    return hidden.sum(), {"hidden": hidden, "input": x}


def probe(model, weight, x, names):
    out, features = model(weight, x)
    found = []
    for name in names:
        loss = (features[name] ** 2).mean()
        (slope,) = torch.autograd.grad(loss, features[name], retain_graph=True)
        found.append(slope)
    return found


weight = torch.randn(3, 2, requires_grad=True)
assert all(each is not None for each in probe(forward, weight, torch.randn(4, 3, requires_grad=True), ["hidden"]))
