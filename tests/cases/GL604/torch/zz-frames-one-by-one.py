# framework: torch
# verdict: wrong
# seen: each output keeps its graph, though nobody differentiates it
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))

    def describe(self, states):
        frames = []
        for state in states:
            frames.append(self.out(state).unsqueeze(0))  # HAZARD GL604
        return frames


torch.manual_seed(0)
decoder = Decoder()
decoder.eval()
frames = decoder.describe(torch.randn(5, 2, 4))
print("OBSERVED", "wrong" if all(frame.requires_grad for frame in frames) else "clean")
