from abc import ABC, abstractmethod


class BaseTrainer(ABC):
    def __init__(self, model, optimizer, scheduler=None):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler
        self.history = []

    @abstractmethod
    def compute_loss(self, batch):
        ...

    def optimize(self, loss):
        loss.backward()  # HAZARD never-cleared GL601
        self.optimizer.step()
        if self.scheduler is not None:
            self.scheduler.step()

    def log(self, **values):
        self.history.append(values)
