import torch

from forecast.hooks import ClipGradients, GradientLog, LogLoss
from forecast.model import Forecaster
from forecast.series import windows
from forecast.trainer import Trainer


def main():
    torch.manual_seed(0)
    model = Forecaster(hidden=8)
    clip, watch, log = ClipGradients(0.1), GradientLog(), LogLoss()
    trainer = Trainer(model, lr=0.05, accumulate=2, hooks=[clip, watch, log])
    for epoch in range(2):
        trainer.fit(windows(64, length=6, batch=8))
    print("norms at the step", watch.norms)
    print("history with graph:", sum(torch.is_tensor(x) and x.requires_grad for x in log.history))


main()
