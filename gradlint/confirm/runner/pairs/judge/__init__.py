"""Holds a written gradient against differences and weighs what came of it."""
