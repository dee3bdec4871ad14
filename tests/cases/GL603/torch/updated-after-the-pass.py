# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).
import torch
from torch import nn

torch.manual_seed(0)


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.zeros(6, 4))
        self.cell = nn.GRUCell(4, 4)

    def update(self, rows, news):
        self.state = self.state.index_copy(0, rows, self.cell(news, self.state[rows]))


def stream(count=4):
    for _ in range(count):
        yield torch.randperm(6)[:3], torch.randn(3, 4)


memory, weight = Memory(), nn.Parameter(torch.ones(4))
optimizer = torch.optim.SGD([weight], lr=0.1)
for rows, news in stream():
    loss = (memory.state * weight).square().mean()
    optimizer.zero_grad()
    loss.backward()  # HAZARD GL603
    optimizer.step()
    memory.update(rows, news)
