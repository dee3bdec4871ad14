import lightning as L

from datamodule import CellData
from lit import LitSegmenter


def main():
    L.seed_everything(0)
    model = LitSegmenter()
    trainer = L.Trainer(
        max_epochs=2, accelerator="cpu", logger=False, enable_checkpointing=False, enable_progress_bar=False
    )
    trainer.fit(model, datamodule=CellData())
    print(trainer.callback_metrics)


if __name__ == "__main__":
    main()
