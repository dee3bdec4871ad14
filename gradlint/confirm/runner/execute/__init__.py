"""Executes a program and records which gradients it asks for."""
