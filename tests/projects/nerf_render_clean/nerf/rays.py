import torch


def stratified(near, far, n_rays, n_samples):
    t = torch.linspace(0, 1, n_samples).expand(n_rays, n_samples)
    z = near + (far - near) * (t + torch.rand(n_rays, n_samples) / n_samples)
    return z
