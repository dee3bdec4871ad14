# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

weight = torch.ones(3, requires_grad=True)
shared = weight.exp()
torch.autograd.backward([shared.sum(), (shared * 2).sum()])
assert torch.allclose(weight.grad, 3 * weight.detach().exp())


def states(cell, steps):
    hidden, outputs = torch.zeros(1, 2), []
    for step in steps:
        hidden = cell(step, hidden)
        outputs.append(hidden)
    return torch.stack(outputs), hidden


cell = torch.nn.GRUCell(2, 2)
outputs, last = states(cell, torch.ones(3, 1, 2))
ends = (outputs, last)
torch.autograd.backward(ends, [torch.randn_like(each) for each in ends])
assert all(each.grad is not None for each in cell.parameters())
