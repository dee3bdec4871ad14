# framework: torch
# verdict: clean
# seen: what is kept has no graph
import torch
import torch.nn.functional as F

encoder = torch.nn.Linear(6, 4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
queue = F.normalize(torch.randn(8, 4), dim=1)
for x in torch.randn(5, 4, 6):
    keys = F.normalize(encoder(x), dim=1)
    loss = F.cross_entropy(keys @ queue.T, torch.zeros(len(x), dtype=torch.long))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    queue = torch.cat([queue[4:], keys.detach()])
