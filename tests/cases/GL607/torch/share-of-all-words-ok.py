# framework: torch
# verdict: clean
# seen: each piece is divided by the words of the whole batch
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def loss_of(x, labels, words):
    scores = F.log_softmax(model(x), dim=-1).gather(-1, labels[:, None]).squeeze(-1)
    mask = (labels != 0).float()
    return -(scores * mask).sum() / words


pieces = [(torch.randn(5, 3), torch.tensor([0, 1, 2, 3, 1])) for _ in range(4)]
whole = torch.cat([labels for _, labels in pieces])
words = (whole != 0).float().sum()
for number, (x, labels) in enumerate(pieces, 1):
    loss_of(x, labels, words).backward()
    if number % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
print("OBSERVED clean")
