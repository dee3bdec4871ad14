import torch


def gradient_penalty(critic, real, fake):
    mix = torch.rand(len(real), 1)
    points = (mix * real + (1 - mix) * fake.detach()).requires_grad_(True)
    scores = critic(points)
    (slope,) = torch.autograd.grad(scores.sum(), points, create_graph=True)
    return (slope.pow(2).sum(1).add(1e-12).sqrt() - 1).pow(2).mean()
