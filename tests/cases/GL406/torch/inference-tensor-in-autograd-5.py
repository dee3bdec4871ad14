# framework: torch
# verdict: raises
# seen: RuntimeError: Inference tensors cannot be saved for backward
import torch
import torch.nn as nn
import torch.nn.functional as F


class Precomputed:
    """Embeds the corpus once, yields batches of embeddings and labels."""

    def __init__(self, encoder, corpus, labels, batch=4):
        self.batch, self.labels = batch, labels
        self.table = self._embed(encoder, corpus)

    @torch.inference_mode()
    def _embed(self, encoder, corpus):
        encoder.eval()
        return torch.cat([F.normalize(encoder(c), dim=-1) for c in corpus.split(self.batch)])

    def __iter__(self):
        for i in range(0, len(self.table), self.batch):
            yield self.table[i : i + self.batch], self.labels[i : i + self.batch]


class Probe(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))
        self.fc = nn.Linear(dim, classes)

    def forward(self, z):
        return self.fc(z * self.scale)  # HAZARD GL406


def fit(probe, data):
    opt = torch.optim.SGD(probe.parameters(), lr=0.1)
    for z, y in data:
        loss = F.cross_entropy(probe(z), y)
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    data = Precomputed(nn.Linear(5, 6), torch.randn(8, 5), torch.randint(0, 3, (8,)))
    fit(Probe(6, 3), data)
