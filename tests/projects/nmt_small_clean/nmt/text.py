import torch


def batches(count, size=3, length=5, vocab=20):
    for _ in range(count):
        source = torch.randint(1, vocab, (size, length))
        target = torch.randint(1, vocab, (size, length))
        target[0, 3:] = 0
        yield {"source": source, "target": target}
