# framework: torch
# verdict: clean
# seen: the write to what exp keeps makes backward() raise, which is shown
import torch


def loss(w):
    y = w.exp()
    y.add_(1)
    return y.sum()


w = torch.ones(3, requires_grad=True)
value = loss(w)
try:
    value.backward()
except RuntimeError as error:
    print("as expected:", str(error)[:40])
assert w.grad is None
print("OBSERVED clean")
