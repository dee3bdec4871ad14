import torch
from torch import nn

from networks import CountRegressor
from records import RunningScore
from source import load

criterion = nn.PoissonNLLLoss(log_input=True)


def record_loss(model, record):
    return record.weight * criterion(model(record.data), record.target)


def main():
    torch.manual_seed(0)
    model = CountRegressor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        score, exact = RunningScore(), 0.0
        for record in load(64):
            loss = record_loss(model, record)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            score.append(float(loss))
            exact += (model.counts(record.data) == record.target).sum().item()
        print(f"epoch {epoch} loss {score.item():.4f} exact {exact / 64:.3f}")


if __name__ == "__main__":
    main()
