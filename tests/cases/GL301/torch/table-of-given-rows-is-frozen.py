# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn

table = nn.Embedding.from_pretrained(torch.randn(5, 3))
table(torch.tensor([1, 2])).sum().backward()  # HAZARD GL301
