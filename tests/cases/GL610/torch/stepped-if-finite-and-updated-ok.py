# framework: torch
# verdict: clean
# seen: the scale is updated in every round, by another method
import torch
from torch import nn


class Loop:
    def __init__(self):
        self.net = nn.Linear(3, 3)
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.scaler = torch.amp.GradScaler("cpu")

    def finish(self):
        self.scaler.update()
        self.optimizer.zero_grad()

    def fit(self, batches):
        for x in batches:
            self.scaler.scale(self.net(x).pow(2).mean()).backward()
            self.scaler.unscale_(self.optimizer)
            norm = nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            if torch.isfinite(norm):
                self.scaler.step(self.optimizer)
            self.finish()


Loop().fit(torch.randn(3, 2, 3))
