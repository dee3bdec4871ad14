# framework: torch
# verdict: clean
# seen: gradient as expected
import torch as th
from torch import nn
from torch.nn import functional as F


def step_by_share(model, images, labels, chunks):
    for part, wanted in zip(images.chunk(chunks), labels.chunk(chunks)):
        loss = F.cross_entropy(model(part), wanted, reduction="sum")
        (loss / len(images)).backward()


def step_by_division(model, images, labels, chunks):
    for part, wanted in zip(images.chunk(chunks), labels.chunk(chunks)):
        F.cross_entropy(model(part), wanted).backward()
    for p in model.parameters():
        p.grad.div_(chunks)


th.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = th.optim.SGD(model.parameters(), lr=0.1)
images, labels = th.rand(16, 6), th.randint(0, 3, (16,))
right = []
for step in (step_by_share, step_by_division):
    optimizer.zero_grad()
    step(model, images, labels, 4)
    (expected,) = th.autograd.grad(F.cross_entropy(model(images), labels), model[0].weight)
    right.append(th.allclose(model[0].weight.grad, expected, atol=1e-6))
    optimizer.step()
print("OBSERVED", "clean" if all(right) else "wrong")
