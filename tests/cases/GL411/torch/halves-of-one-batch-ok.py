# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def pairwise(model, inputs, mask):
    values = model(inputs).squeeze(-1)
    size = inputs.shape[0] // 2
    chosen_masks, rejected_masks = torch.split(mask, size, dim=0)
    chosen, rejected = torch.split(values, size, dim=0)
    chosen = chosen.gather(-1, chosen_masks.sum(-1, keepdim=True) - 1)
    rejected = rejected.gather(-1, rejected_masks.sum(-1, keepdim=True) - 1)
    chosen, rejected = chosen.squeeze(), rejected.squeeze()
    return -nn.functional.logsigmoid(chosen.float() - rejected.float()).mean()


model = nn.Linear(3, 1)
loss = pairwise(model, torch.randn(4, 5, 3), torch.ones(4, 5, dtype=torch.long))
loss.backward()
assert model.weight.grad.abs().max() > 0
