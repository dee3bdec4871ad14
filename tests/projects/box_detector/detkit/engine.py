import torch


class Engine:
    def __init__(self, model, criterion, cfg):
        self.model = model
        self.criterion = criterion
        self.cfg = cfg
        self.optimizer = torch.optim.SGD(model.parameters(), lr=cfg.optim.lr, momentum=cfg.optim.momentum)

    def step(self, images, targets):
        outputs = self.model(images)
        losses = self.criterion(outputs, targets)
        total = sum(losses.values())
        self.optimizer.zero_grad()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.cfg.optim.max_norm)  # HAZARD clip-first GL602
        total.backward()
        self.optimizer.step()
        return {k: float(v) for k, v in losses.items()}
