# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.cell = nn.RNNCell(3, width)
        self.out = nn.Linear(width, 2)
        self.hidden = None

    def start(self, count):
        self.hidden = self.out.weight.new_zeros(count, self.cell.hidden_size)

    def forward(self, chunk):
        hidden = self.hidden
        tags = []
        for x in chunk.unbind(1):
            hidden = self.cell(x, hidden)
            tags.append(self.out(hidden))
        self.hidden = hidden
        return torch.stack(tags, 1)


def train(model, sequence, target):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.start(len(sequence))
    for x, y in zip(sequence.split(4, dim=1), target.split(4, dim=1)):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()  # HAZARD GL603
        optimizer.step()


torch.manual_seed(0)
train(Tagger(), torch.randn(2, 12, 3), torch.randn(2, 12, 2))
