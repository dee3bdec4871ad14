# framework: torch
# verdict: leak
# seen: the predictions hold the graphs of all batches
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 4))
optimizer = torch.optim.Adam(net.parameters())
x, y = torch.randn(16, 12), torch.randint(0, 4, (16,))
for _ in range(2):
    optimizer.zero_grad()
    nn.functional.cross_entropy(net(x), y).backward()
    optimizer.step()
net.eval()
predicted = torch.empty(0, 4)
for batch in [torch.randn(8, 12) for _ in range(4)]:
    scores = net(batch)
    predicted = torch.cat((predicted, scores.cpu()))  # HAZARD GL604
print("OBSERVED", "leak" if predicted.grad_fn is not None else "clean", predicted.argmax(1))
