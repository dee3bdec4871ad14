import torch


class RoundSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, levels):
        ctx.save_for_backward(x)
        return torch.round(x * levels) / levels

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return torch.ones_like(x), None  # HAZARD ones-backward GL802


def quantize(x, levels=16):
    return RoundSTE.apply(torch.tanh(x), levels)
