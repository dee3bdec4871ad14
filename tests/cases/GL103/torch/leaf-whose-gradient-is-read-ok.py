# framework: torch
# verdict: clean
# seen: the gradient of the leaf is handed on to the encoder
import torch
from torch import nn

encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
code = encoder(torch.randn(5, 3))
sent = torch.tensor(code.detach().numpy(), requires_grad=True)
optimizer.zero_grad()
head(sent).square().mean().backward()
code.backward(sent.grad)
assert encoder.weight.grad is not None
optimizer.step()
