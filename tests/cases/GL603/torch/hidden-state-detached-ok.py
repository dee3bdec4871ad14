# framework: torch
# verdict: clean
# seen: the state is cut off between batches in every usual way, or begins anew
import torch
from torch import nn


def repackage(state):
    if isinstance(state, torch.Tensor):
        return state.detach()
    return tuple(repackage(each) for each in state)


lstm, gru, cell = nn.LSTM(4, 6), nn.GRU(4, 6), nn.LSTMCell(4, 6)
parameters = [*lstm.parameters(), *gru.parameters(), *cell.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.1)
state, hidden = None, torch.zeros(1, 2, 6)
h, c = torch.zeros(2, 6), torch.zeros(2, 6)
for x in torch.randn(3, 5, 2, 4):
    if state is not None:
        state = repackage(state)
    out, state = lstm(x, state)
    hidden = hidden.data
    other, hidden = gru(x, hidden)
    h, c = h.detach(), c.detach()
    for step in x:
        h, c = cell(step, (h, c))
    optimizer.zero_grad()
    (out.pow(2).mean() + other.pow(2).mean() + h.sum()).backward()
    optimizer.step()
for x in torch.randn(3, 5, 2, 4):
    fresh = torch.zeros(1, 2, 6)
    out, fresh = gru(x, fresh)
    optimizer.zero_grad()
    out.pow(2).mean().backward()
    optimizer.step()
with torch.no_grad():
    warm = gru(torch.randn(5, 2, 4))[1]
for x in torch.randn(2, 5, 2, 4):
    out, last = gru(x, warm)
    optimizer.zero_grad()
    out.pow(2).mean().backward()
    optimizer.step()
    with torch.no_grad():
        warm = gru(x, warm)[1]
assert all(p.grad is not None for p in gru.parameters())
