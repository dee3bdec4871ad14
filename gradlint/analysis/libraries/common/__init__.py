"""What handlers of all libraries share."""
