# framework: torch
# verdict: clean
# seen: False
import torch
from torch import nn


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
    log = []
    for tokens, tags in batches:
        model.zero_grad()
        loss = model(tokens, tags)
        loss.backward()
        opt.step()
        log.append(torch.tensor(loss.item()))
    return torch.stack(log)


torch.manual_seed(0)
model = SequenceTagger()
before = model.out.weight.detach().clone()
opt = torch.optim.SGD(model.parameters(), lr=0.5)
batches = [(torch.randint(0, 20, (4, 6)), torch.randint(0, 5, (4, 6))) for _ in range(3)]
curves = torch.stack([train_epoch(model, batches, opt) for _ in range(10)]).mean(dim=1)
moved = not torch.equal(before, model.out.weight) and curves[-1] < curves[0]
print("OBSERVED", "clean" if moved else "none", curves.requires_grad)
