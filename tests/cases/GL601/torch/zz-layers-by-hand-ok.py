# framework: numpy
# verdict: clean
# seen: layers written in NumPy, whose backward keeps what it likes
import numpy as np


class Model:
    def __init__(self, embeddings, loss, optimizer):
        self.embeddings, self.loss, self.optimizer = embeddings, loss, optimizer

    def backward(self):
        self.embeddings.backward(self.loss.grad())

    def fit(self, batches):
        for x, y in batches:
            self.loss.forward(self.embeddings.forward(x), y)
            self.backward()
            self.optimizer.step()
        return np.zeros(3)
