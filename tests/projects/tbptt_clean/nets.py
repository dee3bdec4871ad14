from torch import nn

from state import cut


class StatefulLSTM(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.lstm = nn.LSTM(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, dim)
        self.state = None

    def begin_chunk(self):
        self.state = cut(self.state)

    def forward(self, x):
        h, self.state = self.lstm(x, self.state)
        return self.out(h)
