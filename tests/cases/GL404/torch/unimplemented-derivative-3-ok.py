# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


class SetPooling(nn.Module):
    """Scattered sums and maxima have a derivative; an incomplete gamma has one in its second argument."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.embed = nn.Linear(n_in, n_out)
        self.gate = nn.Parameter(torch.full((n_out,), 0.5))

    def forward(self, items, owner, n_sets):
        embedded = self.embed(items)
        index = owner.unsqueeze(-1).expand(-1, embedded.shape[1])
        zeros = embedded.new_zeros(n_sets, embedded.shape[1])
        total = zeros.scatter_add(dim=0, index=index, src=embedded)
        largest = zeros.scatter_reduce(0, index, embedded, "amax", include_self=False)
        shape = torch.full_like(self.gate, 2.0)
        return (total + largest) * torch.special.gammainc(shape, self.gate.exp())


torch.manual_seed(0)
pool, head = SetPooling(5, 8), nn.Linear(8, 1)
parameters = [*pool.parameters(), *head.parameters()]
opt = torch.optim.Adam(parameters, lr=2e-2)
items, owner, y = torch.rand(12, 5), torch.arange(12) % 4, torch.tensor([0.0, 1.0, 2.0, 3.0])
history = []
for _ in range(80):
    opt.zero_grad()
    loss = nn.functional.mse_loss(head(pool(items, owner, 4)).squeeze(-1), y)
    loss.backward()
    opt.step()
    history.append(loss.item())
moved = all(p.grad is not None and p.grad.any() for p in parameters)
print("OBSERVED", "clean" if moved and history[-1] < 0.5 * history[0] else "wrong")
