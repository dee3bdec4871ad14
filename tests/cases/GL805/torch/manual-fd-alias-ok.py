# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn import functional as F


def check_gradients(model, loss_fn, eps=1e-6):
    """Largest difference between backward and central differences, parameter by parameter."""
    model.zero_grad()
    loss_fn(model).backward()
    worst = 0.0
    for p in model.parameters():
        flat, grad = p.data.view(-1), p.grad.view(-1)
        for i in range(flat.numel()):
            kept = flat[i].item()
            with torch.no_grad():
                flat[i] = kept + eps
                high = loss_fn(model).item()
                flat[i] = kept - eps
                low = loss_fn(model).item()
                flat[i] = kept
            worst = max(worst, abs((high - low) / (2 * eps) - grad[i].item()))
    return worst


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2)).double()
x, y = torch.randn(6, 3, dtype=torch.float64), torch.randint(0, 2, (6,))
before = [p.detach().clone() for p in net.parameters()]
worst = check_gradients(net, lambda m: F.cross_entropy(m(x), y))
restored = all(torch.equal(a, b) for a, b in zip(before, net.parameters()))
print("OBSERVED", "clean" if worst < 1e-7 and restored else "wrong")
