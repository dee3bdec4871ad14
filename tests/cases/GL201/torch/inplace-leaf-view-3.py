# framework: torch
# verdict: raises
# seen: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
import torch
from torch import nn


def tie_forget_gate(lstm):
    hidden = lstm.hidden_size
    for name, p in lstm.named_parameters():
        if "bias_ih" in name:
            p[hidden:2 * hidden].fill_(1.0)  # HAZARD GL201


tie_forget_gate(nn.LSTM(3, 4))
