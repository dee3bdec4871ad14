"""The libraries around PyTorch that train with it: they wrap models, scale losses, call backward themselves."""
