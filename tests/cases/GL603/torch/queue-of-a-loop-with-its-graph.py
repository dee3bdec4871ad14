# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
import torch.nn.functional as F


def train(encoder, batches):
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    queue = F.normalize(torch.randn(8, 4), dim=1)
    for x in batches:
        keys = F.normalize(encoder(x), dim=1)
        loss = F.cross_entropy(keys @ queue.T, torch.zeros(len(x), dtype=torch.long))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        queue = torch.cat([queue[4:], keys])  # HAZARD GL603


train(torch.nn.Linear(6, 4), torch.randn(5, 4, 6))
