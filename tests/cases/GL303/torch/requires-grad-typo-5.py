# framework: torch
# verdict: wrong
# seen: p.require_grad = True is a new attribute: layers stay frozen
"""Gradual unfreezing of a pretrained encoder."""
import torch
import torch.nn as nn


class TextClassifier(nn.Module):
    def __init__(self, vocab=30, d=8, layers=3):
        super().__init__()
        self.embed = nn.EmbeddingBag(vocab, d)
        self.layers = nn.ModuleList(nn.Linear(d, d) for _ in range(layers))
        self.head = nn.Linear(d, 2)

    def forward(self, ids):
        h = self.embed(ids)
        for layer in self.layers:
            h = h + torch.tanh(layer(h))
        return self.head(h)

    def freeze(self):
        for p in self.parameters():
            p.requires_grad = False
        for p in self.head.parameters():
            p.requires_grad = True

    def unfreeze_last(self, n):
        for layer in list(self.layers)[-n:]:
            for p in layer.parameters():
                p.require_grad = True  # HAZARD GL303


def fit(model, epochs=3):
    model.freeze()
    for epoch in range(epochs):
        model.unfreeze_last(epoch + 1)
        opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
        for _ in range(2):
            ids = torch.randint(0, 30, (16, 5))
            loss = nn.functional.cross_entropy(model(ids), ids[:, 0] % 2)
            opt.zero_grad()
            loss.backward()
            opt.step()
    return model


if __name__ == "__main__":
    torch.manual_seed(0)
    model = TextClassifier()
    before = [p.clone() for p in model.layers.parameters()]
    fit(model)
    assert all(torch.equal(a, b) for a, b in zip(before, model.layers.parameters()))
    assert all(p.grad is None for p in model.layers.parameters())
