# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
body, head = torch.nn.Linear(3, 4), torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randint(0, 2, (8,))
optimizer.zero_grad()
torch.nn.functional.cross_entropy(head(torch.relu(body(x))), y).backward()
optimizer.step()
