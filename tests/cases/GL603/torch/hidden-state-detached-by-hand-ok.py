# framework: torch
# verdict: clean
# seen: truncated in the model: detached on the object, in a tuple, and by an index of the batch
import torch
from torch import nn


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 6)
        self.state = None

    def reset(self):
        self.state = None

    def forward(self, x):
        if self.state is not None:
            h, c = self.state
            self.state = (h.detach(), c.detach())
        out, self.state = self.lstm(x, self.state)
        return out


class Stepper(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(4, 6)
        self.memory = torch.zeros(1, 2, 6)

    def forward(self, x):
        out, memory = self.rnn(x, self.memory)
        self.memory = memory.detach()
        return out


reader, stepper = Reader(), Stepper()
optimizer = torch.optim.SGD([*reader.parameters(), *stepper.parameters()], lr=0.1)
for epoch in range(2):
    reader.reset()
    for x in torch.randn(3, 5, 2, 4):
        optimizer.zero_grad()
        loss = reader(x).pow(2).mean() + stepper(x).pow(2).mean()
        loss.backward()
        optimizer.step()
assert all(p.grad is not None for p in reader.parameters())
