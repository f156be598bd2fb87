"""What the course may and may not do on a learner's machine."""
