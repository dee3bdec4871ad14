# framework: torch
# verdict: none
# seen: 1.692
import torch
from torch import nn
from torch.autograd import Variable


class SequenceTagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.out = nn.Linear(8, 5)
        self.criterion = nn.CrossEntropyLoss()

    def forward(self, tokens, tags):
        logits = self.out(self.embed(tokens))
        return self.criterion(logits.view(-1, 5), tags.view(-1))


def train_epoch(model, batches, opt):
    total = 0.0
    for tokens, tags in batches:
        model.zero_grad()
        loss = model(tokens, tags)
        loss = Variable(loss.data, requires_grad=True)  # HAZARD GL106
        loss.backward()
        opt.step()
        total += loss.item()
    return total / len(batches)


torch.manual_seed(0)
model = SequenceTagger()
before = model.out.weight.detach().clone()
opt = torch.optim.SGD(model.parameters(), lr=0.5)
batches = [(torch.randint(0, 20, (4, 6)), torch.randint(0, 5, (4, 6))) for _ in range(3)]
mean = train_epoch(model, batches, opt)
frozen = torch.equal(before, model.out.weight) and model.out.weight.grad is None
print("OBSERVED", "none" if frozen else "clean", round(mean, 3))
