# framework: torch
# verdict: clean
# seen: the method of the base clears the gradients
from types import new_class

import torch


def clearing(body):
    body["next_round"] = lambda self: self.optimizer.zero_grad()


Base = new_class("Base", exec_body=clearing)


class Fit(Base):
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def run(self, batches, epochs):
        for _ in range(epochs):
            for x, y in batches:
                loss = torch.nn.functional.mse_loss(self.model(x), y)
                loss.backward()
                self.optimizer.step()
                self.next_round()


print("OBSERVED clean")
