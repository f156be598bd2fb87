"""Run, tidy and check the notebooks of the course: `python -m tests.notebook_tool --help`."""
