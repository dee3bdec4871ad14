import torch

from tabular import make_model, quantile_error


def test_quantile_backward():
    model = make_model()
    x = torch.randn(5, 6)
    quantile_error(model(x), torch.randn(5)).backward()
    assert all(p.grad is not None for p in model.parameters())


def test_quantile_gradcheck():
    target = torch.randn(4, dtype=torch.double)
    prediction = torch.randn(4, 1, dtype=torch.double, requires_grad=True)
    assert torch.autograd.gradcheck(lambda p: quantile_error(p, target), (prediction,))
