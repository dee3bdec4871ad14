"""Executes the program, makes instances and inputs."""
