# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)
        self.lstm = nn.LSTM(3, 3)
        self.out = nn.Linear(3, 1)

    def forward(self, x, lengths):
        x = self.inner(x)
        if not isinstance(x, PackedSequence):
            x = pack_padded_sequence(x, lengths)
        hidden, _ = self.lstm(x)
        return self.out(hidden.data)


net = Tagger()
net(torch.randn(4, 2, 3), torch.tensor([4, 2])).sum().backward()
assert net.inner.weight.grad is not None
