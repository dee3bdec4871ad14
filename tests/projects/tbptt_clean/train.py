import torch
import torch.nn.functional as F

from nets import StatefulLSTM
from signals import waves


def chunk_loss(model, chunk):
    predicted = model(chunk[:, :-1])
    return F.mse_loss(predicted, chunk[:, 1:])


def main():
    torch.manual_seed(0)
    model = StatefulLSTM(1, 12)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        model.state = None
        losses = []
        for chunk in waves(8, 60).split(12, dim=1):
            model.begin_chunk()
            loss = chunk_loss(model, chunk)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch} mean {sum(losses) / len(losses):.4f}")


if __name__ == "__main__":
    main()
