import lightning as L
import torch
from torch.utils.data import DataLoader, TensorDataset


class CellData(L.LightningDataModule):
    def __init__(self, n=8, batch_size=4):
        super().__init__()
        self.n = n
        self.batch_size = batch_size

    def setup(self, stage=None):
        self.train = TensorDataset(torch.rand(self.n, 1, 16, 16), torch.randint(0, 3, (self.n, 16, 16)))

    def train_dataloader(self):
        return DataLoader(self.train, batch_size=self.batch_size, shuffle=True)
