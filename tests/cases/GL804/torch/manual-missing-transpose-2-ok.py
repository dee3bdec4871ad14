# framework: numpy
# verdict: clean
# seen: gradient as expected
import numpy as np


class AttentionScores:
    def forward(self, Q, K):
        self.Q, self.K = Q, K
        self.scale = Q.shape[1] ** -0.5
        return self.scale * Q @ K.T

    def backward(self, dS):
        dQ = self.scale * dS @ self.K
        dK = self.scale * dS.T @ self.Q
        return dQ, dK


class QuadraticForm:
    def forward(self, x, A):
        self.x, self.S = x, A + A.T
        return 0.5 * np.sum((x @ self.S) * x, axis=1)

    def backward(self, dout):
        return dout[:, None] * (self.x @ self.S)


rng = np.random.default_rng(0)
Q, K, up = rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), rng.normal(size=(4, 4))
scores, form, A = AttentionScores(), QuadraticForm(), rng.normal(size=(3, 3))
scores.forward(Q, K)
form.forward(Q, A)
(dQ, dK), dx = scores.backward(up), form.backward(up[:, 0])
h, worst = 1e-6, 0.0
for i, j in np.ndindex(K.shape):
    bump = np.zeros_like(K)
    bump[i, j] = h
    by_k = np.sum(up * (scores.forward(Q, K + bump) - scores.forward(Q, K - bump))) / (2 * h)
    by_q = np.sum(up * (scores.forward(Q + bump, K) - scores.forward(Q - bump, K))) / (2 * h)
    by_x = np.sum(up[:, 0] * (form.forward(Q + bump, A) - form.forward(Q - bump, A))) / (2 * h)
    worst = max(worst, abs(by_k - dK[i, j]), abs(by_q - dQ[i, j]), abs(by_x - dx[i, j]))
print("OBSERVED", "clean" if worst < 1e-6 else "wrong")
