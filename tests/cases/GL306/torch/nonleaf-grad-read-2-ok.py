# framework: torch
# verdict: clean
# seen: ['bias', 'weight']
import torch as th
from torch import nn


def attribute(embedding, classifier, tokens, label):
    vectors = embedding(tokens).detach().requires_grad_()
    logits = classifier(th.tanh(vectors).mean(dim=0))
    logits[label].backward()
    return (vectors.grad * vectors.detach()).sum(dim=1), vectors.grad


def grad_norms(module):
    return {name: p.grad.norm().item() for name, p in module.named_parameters() if p.grad is not None}


th.manual_seed(0)
embedding, classifier = nn.Embedding(20, 6), nn.Linear(6, 3)
tokens = th.randint(0, 20, (5,))
scores, grad = attribute(embedding, classifier, tokens, label=1)
vectors = embedding(tokens).detach()
by_hand = (1 - th.tanh(vectors) ** 2) * classifier.weight[1].detach() / 5
norms = grad_norms(classifier)
print("OBSERVED", "clean" if th.allclose(grad, by_hand, atol=1e-6) else "wrong", sorted(norms))
