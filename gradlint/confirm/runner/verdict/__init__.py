"""What the runs of a program say about one finding."""
