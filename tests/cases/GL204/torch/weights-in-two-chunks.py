# framework: torch
# verdict: raises
# seen: RuntimeError: Output 1 of
import torch

weights = torch.randn(4, 3, requires_grad=True)
kept, pruned = weights.chunk(2)
pruned.zero_()  # HAZARD GL204
loss = (torch.cat([kept, pruned]) @ torch.ones(3)).sum()
loss.backward()
