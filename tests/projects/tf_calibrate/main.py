from calibration import TemperatureScaler, fit_temperature
from classifier import expected_confidence, overconfident_logits


def main():
    logits, labels = overconfident_logits(200, 4)
    scaler = TemperatureScaler()
    print(f"confidence before {expected_confidence(scaler(logits)):.3f}")
    history = fit_temperature(scaler, logits, labels, steps=20, rate=0.5)
    print(f"nll {history[-1]:.4f} confidence after {expected_confidence(scaler(logits)):.3f}")


if __name__ == "__main__":
    main()
