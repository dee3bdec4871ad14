import torch

from .distances import pairwise_euclidean


def batch_hard(embeddings, labels, margin):
    distance = pairwise_euclidean(embeddings)
    same = labels[:, None] == labels[None]
    positive = (distance * same).max(dim=1).values
    negative = distance.masked_fill(same, float("inf")).min(dim=1).values
    return torch.relu(positive - negative + margin).mean()
