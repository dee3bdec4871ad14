# framework: torch
# verdict: clean
# seen: the best plan is a corner, which does not move with the costs
import numpy as np
import torch

exec("def solve(costs):\n    return np.eye(len(costs))[np.argmin(costs)]")
torch.manual_seed(0)
factors = torch.nn.Parameter(torch.randn(4))
costs = torch.rand(5, 4)
optimizer = torch.optim.SGD([factors], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    guessed = factors * costs
    numbers = guessed.detach().numpy()
    plans = np.zeros_like(numbers)
    for row, each in enumerate(numbers):
        plans[row] = solve(each)
    best = torch.from_numpy(np.clip(plans, 0, 1))
    loss = ((2 * guessed - costs) * best).sum() + guessed.pow(2).sum()
    loss.backward()
    wanted = (2 * costs * best).sum(0) + (2 * guessed * costs).sum(0)
    right = torch.allclose(factors.grad, wanted, atol=1e-5)
    optimizer.step()
print("OBSERVED", "clean" if right else "wrong")
