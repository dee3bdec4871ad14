# framework: torch
# verdict: none
# seen: 3
import warnings

import torch as th
from torch import nn

warnings.filterwarnings("ignore")


def attribute(embedding, classifier, tokens, label):
    vectors = embedding(tokens)
    logits = classifier(vectors.mean(dim=0))
    logits[label].backward()
    grads = vectors.grad  # HAZARD GL306
    if grads is None:
        return None
    return (grads * vectors.detach()).sum(dim=1)


th.manual_seed(0)
embedding, classifier = nn.Embedding(20, 6), nn.Linear(6, 3)
scores = [attribute(embedding, classifier, th.randint(0, 20, (5,)), label) for label in range(3)]
print("OBSERVED", "none" if all(s is None for s in scores) else "clean", len(scores))
