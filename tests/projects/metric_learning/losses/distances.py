import torch


def pairwise_euclidean(embeddings):
    difference = embeddings[:, None] - embeddings[None]
    return torch.sqrt(difference.pow(2).sum(-1))  # HAZARD diagonal-root GL702


def pairwise_squared(embeddings):
    difference = embeddings[:, None] - embeddings[None]
    return difference.pow(2).sum(-1)
