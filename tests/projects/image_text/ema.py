import torch


class Ema:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = {k: v for k, v in model.state_dict().items()}  # HAZARD GL323

    @torch.no_grad()
    def update(self, model):
        for name, value in model.state_dict().items():
            self.shadow[name].mul_(self.decay).add_(value, alpha=1 - self.decay)

    def copy_to(self, model):
        model.load_state_dict(self.shadow)
