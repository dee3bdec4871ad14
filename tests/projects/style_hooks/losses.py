import torch.nn.functional as F

from features import BACKBONE, FeatureTaps

taps = FeatureTaps(BACKBONE, layers=[1, 3])


def gram(feature):
    n, c, h, w = feature.shape
    flat = feature.view(n, c, h * w)
    return flat @ flat.transpose(1, 2) / (c * h * w)


def style_loss(image, style):
    generated, reference = taps(image), taps(style)
    return sum(F.mse_loss(gram(generated[k]), gram(reference[k])) for k in generated)


def total_variation(image):
    dx = (image[..., 1:] - image[..., :-1]).abs().mean()
    dy = (image[..., 1:, :] - image[..., :-1, :]).abs().mean()
    return dx + dy
