import torch
from torch import nn

from data import make_sentences
from models.tagger import WindowTagger
from utils.metrics import Average, accuracy


def main():
    torch.manual_seed(0)
    tokens, tags = make_sentences(128, 10, 20, 4)
    model = WindowTagger(vocab=20, dim=16, tags=4)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(4):
        meter = Average()
        for start in range(0, len(tokens), 32):
            x, y = tokens[start:start + 32], tags[start:start + 32]
            optimizer.zero_grad()
            logits = model(x)
            loss = criterion(logits.reshape(-1, 4), y.reshape(-1))
            loss.backward()
            optimizer.step()
            meter.update(loss.item(), len(x))
        print(f"epoch {epoch} loss {meter.value:.4f} acc {accuracy(model.predict(tokens), tags):.3f}")


if __name__ == "__main__":
    main()
