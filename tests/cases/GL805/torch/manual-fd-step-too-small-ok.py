# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


def curve_loss(w, x, y):
    return np.mean((np.tanh(x @ w) - y) ** 2)


def curve_loss_grad(w, x, y):
    t = np.tanh(x @ w)
    return 2 * x.T @ ((t - y) * (1 - t**2)) / len(y)


def complex_step(f, w, h=1e-20):
    out = np.zeros(w.size)
    for i in range(w.size):
        shifted = w.astype(complex)
        shifted[i] += 1j * h
        out[i] = f(shifted).imag / h
    return out


def central(f, w, h=1e-6):
    w = w.astype(np.float64)
    steps = h * np.eye(w.size)
    return np.array([(f(w + e) - f(w - e)) / (2 * h) for e in steps])


rng = np.random.default_rng(0)
x = rng.normal(size=(40, 3))
y = (x[:, 0] > 0).astype(float)
w = np.array([0.5, -0.3, 0.8])
exact = curve_loss_grad(w, x, y)
by_complex = complex_step(lambda v: curve_loss(v, x, y), w)
by_central = central(lambda v: curve_loss(v, x, y), w)
right = np.allclose(exact, by_complex, rtol=1e-12) and np.allclose(exact, by_central, rtol=1e-6)
print("OBSERVED", "clean" if right else "wrong")
