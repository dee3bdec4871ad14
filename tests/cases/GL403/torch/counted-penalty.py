# framework: torch
# verdict: wrong
# seen: how many words a teacher would change is a count
import torch
from torch import nn

torch.manual_seed(0)
writer, reader = nn.Linear(6, 5), nn.Linear(5, 5)
opt = torch.optim.SGD(writer.parameters(), lr=0.1)


def style(text):
    return (reader(text) > 0).float().mean()  # HAZARD GL403


x, y = torch.randn(7, 6), torch.randint(0, 5, (7,))
text = writer(x)
loss = nn.functional.cross_entropy(text, y)
loss += 0.1 * style(text)
opt.zero_grad()
loss.backward()
opt.step()
assert not style(text).requires_grad
print("OBSERVED wrong")
