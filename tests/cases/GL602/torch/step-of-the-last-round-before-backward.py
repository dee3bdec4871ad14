# framework: torch
# verdict: wrong
# seen: the first step finds no gradient, each later one that of the batch before
import torch
from torch import nn

torch.manual_seed(1)


class Trainer:
    def __init__(self):
        self.head = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.head.parameters(), lr=0.1)

    def move(self):
        self.optimizer.step()  # HAZARD GL602

    def learn(self, inputs, labels):
        loss = nn.functional.cross_entropy(self.head(inputs), labels)
        self.optimizer.zero_grad()
        loss.backward()


trainer = Trainer()
before = trainer.head.weight.detach().clone()
for number in range(3):
    trainer.move()
    if number == 0:
        print("OBSERVED", "wrong" if torch.equal(before, trainer.head.weight) else "clean")
    trainer.learn(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]))
