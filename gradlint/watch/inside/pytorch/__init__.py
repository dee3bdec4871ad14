"""What listens to PyTorch while the program runs."""
