import torch


def sine_task(n):
    amplitude, phase = 0.5 + torch.rand(1), 3 * torch.rand(1)

    def draw():
        x = torch.rand(n, 1) * 6 - 3
        return x, amplitude * torch.sin(x + phase)

    return draw(), draw()


def sample(count, n):
    return [sine_task(n) for _ in range(count)]
