"""Holds recorded gradients against finite differences."""
