# framework: torch
# verdict: clean
# seen: the sum over two parts is the sum over the whole
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
criterion = nn.MSELoss(reduction="sum")
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
optimizer.zero_grad()
for number, (x, y) in enumerate(batches, 1):
    loss = criterion(model(x), y)
    loss.backward()
    if number % 2 == 0:
        optimizer.step()
        optimizer.zero_grad()
print("OBSERVED clean")
