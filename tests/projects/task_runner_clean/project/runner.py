class Runner:
    def __init__(self, task, settings):
        self.task, self.settings = task, settings
        self.optimizer = task.configure_optimizers(settings)
        if settings.freeze_backbone:
            for p in task.backbone.parameters():
                p.requires_grad = False

    def fit(self, loader):
        for epoch in range(self.settings.epochs):
            for i, batch in enumerate(loader):
                loss = self.task.training_step(batch)
                (loss / self.settings.accumulate).backward()
                if (i + 1) % self.settings.accumulate == 0:
                    self.optimizer.step()
                    self.optimizer.zero_grad()
