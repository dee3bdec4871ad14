import torch
from torch import nn


class TBPTTTrainer:
    def __init__(self, model, lr=1e-2):
        self.model = model
        self.optim = torch.optim.Adam(model.parameters(), lr=lr)
        self.loss_fn = nn.MSELoss()

    def epoch(self, windows):
        state = None
        losses = []
        for x, y in windows:
            prediction, state = self.model(x, state)  # HAZARD carried GL603
            loss = self.loss_fn(prediction, y)
            self.optim.zero_grad()
            loss.backward()
            self.optim.step()
            losses.append(loss.item())
        return sum(losses) / len(losses)
