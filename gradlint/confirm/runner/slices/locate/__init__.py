"""The part of a program that a finding lives in, and what that part reads and binds."""
