from forecast.data import SineWindows
from forecast.model import Forecaster
from forecast.trainer import TBPTTTrainer

if __name__ == "__main__":
    trainer = TBPTTTrainer(Forecaster())
    for epoch in range(3):
        print(epoch, trainer.epoch(SineWindows()))
