# framework: torch
# verdict: clean
# seen: gradient as expected
import torch


def reference(query, key):
    scores = query @ key.mT
    return scores.softmax(-1), scores.logsumexp(-1)


def kernel(query, key):
    scores = torch.einsum("id,jd->ij", query, key)
    total = scores.logsumexp(-1)
    return (scores - total.unsqueeze(-1)).exp(), total


query, key = (torch.randn(4, 3).requires_grad_() for _ in range(2))
copies = {name: each.detach().clone().requires_grad_() for name, each in (("query", query), ("key", key))}
out, total = kernel(query, key)
out_reference, total_reference = reference(**copies)
seeds = [torch.randn_like(out), torch.randn_like(total)]
torch.autograd.backward([out_reference, total_reference], seeds)
torch.autograd.backward([out, total], seeds)
assert torch.allclose(query.grad, copies["query"].grad, atol=1e-5)
