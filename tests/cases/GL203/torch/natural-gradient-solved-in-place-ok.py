# framework: torch
# verdict: clean
# seen: the solver runs; what dot has saved lies on no way to the inputs that are asked for
import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Linear(3, 2)
price = nn.Parameter(torch.tensor(0.5))
states = torch.randn(16, 3)


def curvature_times(direction):
    logits = policy(states).log_softmax(-1)
    kl = -(logits.exp().detach() * logits).sum(-1).mean()
    first = torch.autograd.grad(kl, policy.parameters(), create_graph=True)
    flat = torch.cat([each.reshape(-1) for each in first])
    second = torch.autograd.grad((flat * direction).sum(), policy.parameters())
    return torch.cat([each.reshape(-1) for each in second]) + 0.1 * direction


def solve(target, rounds=4):
    found = torch.zeros_like(target)
    rest = target - curvature_times(found)
    direction = rest.clone()
    size = torch.dot(rest, rest)
    for _ in range(rounds):
        image = curvature_times(direction)
        rate = size / torch.dot(direction, image)
        found += rate * direction
        rest -= rate * image
        now = torch.dot(rest, rest)
        direction = rest + now / size * direction
        size = now
    return found


step = solve(torch.randn(8) - price * torch.randn(8))
print("OBSERVED", "clean" if torch.isfinite(step).all() else "nan")
