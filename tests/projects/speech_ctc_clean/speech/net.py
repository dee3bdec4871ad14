import torch
from torch import nn

from .features import log_mel, mask_time


class Recognizer(nn.Module):
    def __init__(self, bands=6, hidden=12, symbols=5):
        super().__init__()
        self.register_buffer("bank", torch.rand(9, bands))
        self.rnn = nn.GRU(bands, hidden, batch_first=True)
        self.head = nn.Linear(hidden, symbols)

    def forward(self, wave):
        spectrum = log_mel(wave, self.bank)
        if self.training:
            spectrum = mask_time(spectrum, 2, 2)
        states, _ = self.rnn(spectrum)
        gates = torch.sigmoid(states)
        gates = gates * states
        return self.head(gates).log_softmax(-1)
