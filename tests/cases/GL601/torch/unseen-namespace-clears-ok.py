# framework: torch
# verdict: clean
# seen: the method of the base clears the gradients
from argparse import Namespace

import torch


class Trainer(Namespace):
    """Set up with `Trainer(next_round=model.zero_grad, ...)`."""

    def epoch(self, model, optimizer, batches):
        for x, y in batches:
            loss = torch.nn.functional.l1_loss(model(x), y)
            loss.backward()
            optimizer.step()
            self.next_round()


print("OBSERVED clean")
