# framework: torch
# verdict: clean
# seen: gradient as expected; the tensors in the list are written in place by what requires grad
import torch
from torch import nn


def fold_back(layers, outputs):
    folds = []
    for output in outputs:
        folds.append(torch.zeros(4))
    folds.append(torch.zeros(4))
    for i in range(len(layers), 0, -1):
        folds[i - 1] += folds[i] + layers[i - 1].weight.sum() * outputs[i].sum()
    return folds


torch.manual_seed(0)
layers = [nn.Linear(5, 4), nn.Linear(4, 3), nn.Linear(3, 2), nn.Linear(2, 1)]
outputs = [torch.rand(10, 5)]
for layer in layers:
    outputs.append(layer(outputs[-1]))
folds = fold_back(layers, outputs)
(found,) = torch.autograd.grad(folds[0].sum(), (folds[2],))
print("OBSERVED", "clean" if found.abs().sum() > 0 else "none")
