# framework: torch
# verdict: raises
# seen: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, hidden, steps):
        rows = torch.zeros(len(hidden), steps, 2)
        value = torch.zeros(len(hidden), 2)
        for step in range(steps):
            hidden = self.cell(value, hidden)
            value = self.head(hidden)
            rows[:, step].data.copy_(value)  # HAZARD GL401
        return rows


decoder = Decoder()
optimizer = torch.optim.Adam(decoder.parameters())
loss = (decoder(torch.randn(5, 4), 3) - 1).pow(2).mean()
try:
    loss.backward()
except RuntimeError as error:
    print("OBSERVED raises", error)
    raise
optimizer.step()
