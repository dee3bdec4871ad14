# framework: torch
# verdict: wrong
# seen: each batch adds to the gradients of those before
import os

os.environ["KERAS_BACKEND"] = "torch"
import keras
import torch


class Regression(keras.Model):
    def __init__(self, width):
        super().__init__()
        self.inner = keras.layers.Dense(width, activation="tanh")
        self.outer = keras.layers.Dense(1)

    def call(self, x):
        return self.outer(self.inner(x))

    def _gradients(self, x, y):
        loss = ((self(x, training=True) - y) ** 2).mean()
        loss.backward()  # HAZARD GL601
        return loss, [variable.value.grad for variable in self.trainable_weights]

    def train_step(self, data):
        loss, slopes = self._gradients(*data)
        with torch.no_grad():
            self.optimizer.apply(slopes, self.trainable_weights)
        return {"loss": loss}


keras.utils.set_random_seed(1)
model = Regression(4)
model.compile(optimizer="adam")
model.fit(torch.randn(6, 2), torch.randn(6, 1), batch_size=3, epochs=1, verbose=0)
print("OBSERVED wrong")
