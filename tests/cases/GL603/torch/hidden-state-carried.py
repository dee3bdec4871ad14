# framework: torch
# verdict: raises
# seen: RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 6, batch_first=True)
        self.out = nn.Linear(6, 3)

    def forward(self, x, state=None):
        features, state = self.lstm(x, state)
        return self.out(features), state


model = Tagger()
optimizer = torch.optim.Adam(model.parameters())
state = None
for x in torch.randn(3, 2, 5, 4):
    scores, state = model(x, state)
    loss = scores.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # HAZARD GL603
    optimizer.step()
