import sys

sys.path.append("src")

import torch
from torch.autograd import gradcheck

from transfer.backbone import load_backbone
from transfer.heads import attach_head, trainable


def test_only_head_is_trained():
    model = attach_head(load_backbone(), 3)
    model(torch.randn(2, 10)).sum().backward()
    assert [p.shape for p in trainable(model)] == [(3, 20), (3,)]
    assert all(p.grad is None for p in model.backbone.parameters())


def test_gradcheck_input():
    model = attach_head(load_backbone(), 3).double()
    x = torch.randn(2, 10, dtype=torch.double, requires_grad=True)
    assert gradcheck(model, (x,))
