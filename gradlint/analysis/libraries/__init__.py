"""What the engine knows of libraries: handlers that register themselves by canonical name."""
