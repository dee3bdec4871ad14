"""Distillation in a package: the features of the student are computed while nothing is recorded."""
