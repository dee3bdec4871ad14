import torch


def log_mel(wave, bank):
    frames = wave.unfold(-1, 16, 8)
    power = torch.fft.rfft(frames, dim=-1).abs() ** 2
    return torch.log(power @ bank + 1e-6)


def mask_time(spectrum, start, length):
    masked = spectrum.clone()
    masked[:, start : start + length] = 0.0
    return masked
