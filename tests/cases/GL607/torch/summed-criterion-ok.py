# framework: torch
# verdict: clean
# seen: with a criterion that sums, four small batches give the gradient of one large batch
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
criterion = nn.MSELoss(reduction="sum")
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
inputs, targets = torch.randn(16, 3), torch.randn(16, 1)

whole = torch.autograd.grad(criterion(model(inputs), targets), model.weight)[0]
optimizer.zero_grad()
for x, y in zip(inputs.chunk(4), targets.chunk(4)):
    criterion(model(x), y).backward()
assert torch.allclose(model.weight.grad, whole, atol=1e-5)
optimizer.step()
print("OBSERVED clean")
