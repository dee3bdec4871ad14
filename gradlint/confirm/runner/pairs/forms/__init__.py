"""The forms in which gradients are written: functions, layers, rules given to a framework."""
