# framework: torch
# verdict: clean
# seen: the list has as many ones as the input has further dimensions
import torch


def centred(x, lengths):
    count = x.dim() - 1
    lengths = lengths.to(x.dtype).view(-1, *[1 for _ in range(count)])
    return x - x.sum(dim=1, keepdim=True) / lengths


x = torch.randn(2, 10, 8, requires_grad=True)
centred(x, torch.tensor([10, 8])).pow(2).sum().backward()
