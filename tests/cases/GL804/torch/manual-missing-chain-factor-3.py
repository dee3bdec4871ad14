# framework: torch
# verdict: wrong
# seen: wrong
import numpy as np


def gelu(x):
    return 0.5 * x * (1 + np.tanh(0.79788 * (x + 0.044715 * x ** 3)))


def gelu_backward(x, dout):
    t = np.tanh(0.79788 * (x + 0.044715 * x ** 3))
    return dout * (0.5 * (1 + t) + 0.5 * x * (1 - t ** 2))  # HAZARD GL804


x = np.linspace(-2, 2, 7)
h = 1e-5
num = (gelu(x + h) - gelu(x - h)) / (2 * h)
print("OBSERVED", "clean" if np.allclose(gelu_backward(x, np.ones(7)), num, atol=1e-3) else "wrong")
