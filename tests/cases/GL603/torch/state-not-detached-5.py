# framework: torch
# verdict: caught
# seen: LSTM state kept in an attribute with its graph; second chunk's backward raises
import torch
import torch.nn as nn


class Stateful(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.cell = nn.LSTMCell(3, d)
        self.out = nn.Linear(d, 1)
        self.state = None

    def reset(self, n):
        w = self.out.weight
        self.state = (w.new_zeros(n, self.cell.hidden_size), w.new_zeros(n, self.cell.hidden_size))

    def forward(self, chunk):
        h, c = self.state
        ys = []
        for x in chunk.unbind(1):
            h, c = self.cell(x, (h, c))
            ys.append(self.out(h))
        self.state = (h, c)
        return torch.stack(ys, 1)


def train(model, sequence, target, chunk=5):
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.reset(len(sequence))
    for x, y in zip(sequence.split(chunk, dim=1), target.split(chunk, dim=1)):
        loss = nn.functional.mse_loss(model(x), y)
        opt.zero_grad()
        loss.backward()  # HAZARD GL603
        opt.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    try:
        train(Stateful(), torch.randn(2, 20, 3), torch.randn(2, 20, 1))
    except RuntimeError as e:
        assert "second time" in str(e)
    else:
        raise AssertionError
