# framework: torch
# verdict: raises
# seen: element 0 of tensors does not require grad and does not have a grad_fn
import torch


class Thermostat:
    def __init__(self):
        self.gain = torch.tensor(0.3, requires_grad=True)

    def cost(self, temperatures):
        return ((temperatures * self.gain - 1.0) ** 2).sum()

    def tune(self, temperatures, rounds):
        for _ in range(rounds):
            self.cost(temperatures).backward()
            with torch.no_grad():
                self.gain = self.gain - 0.01 * self.gain.grad  # HAZARD GL305


Thermostat().tune(torch.tensor([1.0, 2.0, 3.0]), rounds=3)
