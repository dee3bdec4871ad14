# framework: torch
# verdict: raises
# seen: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch


def smooth(table):
    rough = table.square()
    columns = table.t()
    columns.clamp_(min=-1.0)  # HAZARD GL201
    return rough.mean() + columns.mean()


table = torch.zeros(3, 2, requires_grad=True)
smooth(table).backward()
