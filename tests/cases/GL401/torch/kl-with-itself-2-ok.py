# framework: torch
# verdict: clean
# seen: the ratio to the same policy is one, and its gradient is that of the logarithm
import torch

weights = torch.nn.Parameter(torch.tensor([0.2, -0.1, 0.4]))
advantage = torch.tensor([1.0, -0.5, 2.0])


def surrogate(x):
    log_prob = torch.log_softmax(weights * x, dim=-1)
    before = log_prob.data
    ratio = torch.exp(log_prob - before)
    return (ratio * advantage).mean() + (log_prob - torch.as_tensor(before)).sum()


surrogate(torch.ones(3)).backward()
first = weights.grad.clone()
weights.grad = None
log_prob = torch.log_softmax(weights, dim=-1)
((log_prob * advantage).mean() + log_prob.sum()).backward()
assert torch.allclose(first, weights.grad)
print("OBSERVED clean", first.tolist())
