# framework: torch
# verdict: clean
# seen: the weights move
import torch
from torch import nn

exec("def go_backward(loss):\n    loss.backward()")
torch.manual_seed(1)
head = nn.Linear(3, 2)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
batches = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(3)]
before = head.weight.detach().clone()
for inputs, labels in batches:
    optimizer.zero_grad()
    loss = criterion(head(inputs), labels)
    go_backward(loss)
    optimizer.step()
for inputs, labels in batches:
    optimizer.zero_grad()
    loss = criterion(head(inputs), labels)
    loss.backward()
    optimizer.step()
print("OBSERVED", "none" if torch.equal(before, head.weight) else "clean")
