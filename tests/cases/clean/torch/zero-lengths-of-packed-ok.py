# framework: torch
# verdict: clean
# seen: the lengths that come back are whole numbers, and a copy of them cuts nothing
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.GRU(4, 4, batch_first=True) for _ in range(2)])

    def forward(self, x, lengths):
        for layer in self.layers:
            packed = pack_padded_sequence(x, torch.as_tensor(lengths), batch_first=True)
            x, lengths = pad_packed_sequence(layer(packed)[0], batch_first=True)
            x = x[:, ::2]
            lengths = torch.tensor([int(each + 1) // 2 for each in lengths])
        return x, lengths


pyramid = Pyramid()
pyramid(torch.randn(2, 6, 4), [6, 4])[0].sum().backward()
