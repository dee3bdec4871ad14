import torch

TEXT = "the quick brown fox jumps over the lazy dog and runs away from the bear " * 12


def encode(text=TEXT):
    alphabet = sorted(set(text))
    table = {c: i for i, c in enumerate(alphabet)}
    return torch.tensor([table[c] for c in text]), len(alphabet)


def chunks(stream, batch, length):
    usable = (len(stream) - 1) // (batch * length) * batch * length
    inputs = stream[:usable].view(batch, -1)
    targets = stream[1:usable + 1].view(batch, -1)
    for start in range(0, inputs.size(1), length):
        yield inputs[:, start:start + length], targets[:, start:start + length]
