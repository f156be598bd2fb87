"""The learner-facing helpers of the course on detaching computation.

Importing this package imports no framework, no widget and no plotting library:
each module loads what it needs when it is asked to do something.
"""
