# framework: torch
# verdict: wrong
# seen: the gradient is still infinite
import torch


class Guard:
    def __init__(self, model):
        for weight in model.parameters():
            weight.register_hook(self.check)

    def check(self, gradient):
        torch.nan_to_num(gradient)  # HAZARD GL614


model = torch.nn.Linear(1, 1)
guard = Guard(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
(model(torch.ones(1, 1)) * 1e30).pow(2).sum().backward()
optimizer.step()
