"""Follows gradients through a program without running it. docs/architecture.md explains the engine."""
