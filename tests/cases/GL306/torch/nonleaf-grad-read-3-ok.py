# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn

torch.manual_seed(0)
enc, dec = nn.Linear(3, 4), nn.Linear(4, 1)
x = torch.randn(5, 3, requires_grad=True)
saved = {}
hidden = torch.relu(enc(x))
hidden.retain_grad()
logits = dec(hidden)
logits.register_hook(lambda g: saved.update(logits=g))
loss = logits.pow(2).mean()
loss.backward()
norms = {n: p.grad.norm() for n, p in enc.named_parameters() if p.grad is not None}
print("OBSERVED", "clean" if hidden.grad.any() and x.grad.any() and saved["logits"].any() and norms else "wrong")
