# framework: torch
# verdict: wrong
# seen: no zero_grad anywhere in the loop: gradient is the running sum
"""Character model; optimiser built by a factory, loop written by hand."""
import torch
import torch.nn as nn


class CharModel(nn.Module):
    def __init__(self, vocab=20, d=16):
        super().__init__()
        self.emb, self.rnn, self.out = nn.Embedding(vocab, d), nn.LSTM(d, d, batch_first=True), nn.Linear(d, vocab)

    def forward(self, ids):
        h, _ = self.rnn(self.emb(ids))
        return self.out(h)


def make_optimizer(model, kind="sgd", lr=0.1):
    return {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}[kind](model.parameters(), lr=lr)


def train(model, data, epochs=2):
    opt = make_optimizer(model)
    criterion = nn.CrossEntropyLoss()
    history = []
    for _ in range(epochs):
        running = 0.0
        for ids in data:
            logits = model(ids[:, :-1])
            loss = criterion(logits.flatten(0, 1), ids[:, 1:].flatten())
            loss.backward()  # HAZARD GL601
            nn.utils.clip_grad_norm_(model.parameters(), 1e6)
            opt.step()
            running += loss.item()
        history.append(running / len(data))
    return history


if __name__ == "__main__":
    torch.manual_seed(0)
    model, data = CharModel(), [torch.randint(0, 20, (4, 9)) for _ in range(2)]
    train(model, data, epochs=1)
    got = model.out.bias.grad
    logits = model(data[-1][:, :-1])
    last = nn.functional.cross_entropy(logits.flatten(0, 1), data[-1][:, 1:].flatten())
    (want,) = torch.autograd.grad(last, model.out.bias)
    # the last step moved along the sum of all batches so far: far longer than one batch asks for
    assert got.norm() > 1.3 * want.norm()
