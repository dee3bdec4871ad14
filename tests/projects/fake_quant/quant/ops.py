import torch


class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x, scale)
        return torch.round(x / scale) * scale

    @staticmethod
    def backward(ctx, grad):
        x, scale = ctx.saved_tensors
        inside = (x.abs() < 8 * scale).float()
        return grad * inside  # HAZARD one-gradient GL801


def fake_quantize(x, scale):
    return Round.apply(x, scale)
