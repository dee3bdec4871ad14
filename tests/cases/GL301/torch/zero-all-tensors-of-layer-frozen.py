# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn

first = nn.Linear(6, 5)
second = nn.Linear(5, 1, bias=False)
first.bias.requires_grad = False
first.weight.requires_grad_(False)
second.weight.requires_grad = False
loss = second(torch.relu(first(torch.randn(4, 6)))).sum()
loss.backward()  # HAZARD GL301
