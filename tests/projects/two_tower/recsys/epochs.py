import torch


class Epochs:
    def __init__(self, model, losses, rate):
        self.model = model
        self.losses = losses
        self.optimizer = torch.optim.Adam(model.parameters(), lr=rate)
        self.history = []

    def step(self, user, good, bad):
        loss = sum(part(self.model, user, good, bad) for part in self.losses)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.history.append(loss.item())

    def run(self, batches):
        for batch in batches:
            self.step(*batch)
        return self.history[-1]
