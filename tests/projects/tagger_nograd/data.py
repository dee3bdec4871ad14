import torch


def make_sentences(n, length, vocab, tags, seed=0):
    gen = torch.Generator().manual_seed(seed)
    tokens = torch.randint(0, vocab, (n, length), generator=gen)
    previous = torch.roll(tokens, 1, dims=1)
    return tokens, (tokens + previous) % tags
