# framework: numpy
# verdict: wrong
# seen: too large by 3.0
import numpy as np


class TemperedSoftmax:
    def __init__(self, temperature):
        self.temperature = temperature

    def forward(self, z):
        z = z / self.temperature
        e = np.exp(z - z.max(axis=1, keepdims=True))
        self.probs = e / e.sum(axis=1, keepdims=True)
        return self.probs

    def backward(self, dout):
        inner = np.sum(dout * self.probs, axis=1, keepdims=True)
        return self.probs * (dout - inner)  # HAZARD GL804


rng = np.random.default_rng(0)
z, up = rng.normal(size=(4, 5)), rng.normal(size=(4, 5))
layer = TemperedSoftmax(temperature=3.0)
layer.forward(z)
found = layer.backward(up)
numeric, h = np.zeros_like(z), 1e-6
for index in np.ndindex(z.shape):
    bump = np.zeros_like(z)
    bump[index] = h
    numeric[index] = np.sum(up * (layer.forward(z + bump) - layer.forward(z - bump))) / (2 * h)
same = np.allclose(found, numeric, atol=1e-6)
print("OBSERVED", "clean" if same else "wrong", "too large by", np.median(found / numeric).round(3))
