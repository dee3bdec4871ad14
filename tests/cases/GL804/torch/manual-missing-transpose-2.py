# framework: numpy
# verdict: wrong
# seen: largest difference 1.149
import numpy as np


class AttentionScores:
    def forward(self, Q, K):
        self.Q, self.K = Q, K
        self.scale = Q.shape[1] ** -0.5
        return self.scale * Q @ K.T

    def backward(self, dS):
        dQ = self.scale * dS @ self.K
        dK = self.scale * dS @ self.Q  # HAZARD GL804
        return dQ, dK


def main():
    rng = np.random.default_rng(0)
    Q, K, up = rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), rng.normal(size=(4, 4))
    layer = AttentionScores()
    layer.forward(Q, K)
    dQ, dK = layer.backward(up)
    numeric, h = np.zeros_like(K), 1e-6
    for i, j in np.ndindex(K.shape):
        bump = np.zeros_like(K)
        bump[i, j] = h
        high, low = layer.forward(Q, K + bump), layer.forward(Q, K - bump)
        numeric[i, j] = np.sum(up * (high - low)) / (2 * h)
    gap = np.abs(dK - numeric).max()
    print("OBSERVED", "wrong" if gap > 1e-3 else "clean", "largest difference", gap.round(3))


if __name__ == "__main__":
    main()
