# framework: torch
# verdict: clean
# seen: clean
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 4)
        self.out = nn.Linear(4, 3)

    def infer(self, state, steps):
        frame, frames = torch.zeros(state.size(0), 3), []
        for _ in range(steps):
            state = self.cell(frame, state)
            frame = self.out(state)
            frames.append(frame.unsqueeze(0))
        return torch.cat(frames)


torch.manual_seed(0)
decoder = Decoder()
decoder.eval()
print(decoder.infer(torch.randn(2, 4), 5).shape)
