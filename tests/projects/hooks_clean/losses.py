try:
    from torch.nn.functional import mse_loss
except ImportError:
    mse_loss = None


def sparse_loss(output, target, recorder, weight):
    code = recorder.values["encoder"]
    return mse_loss(output, target) + weight * code.abs().mean()
