"""MXNet, the fourth framework, in an environment and a kernel of its own.

MXNet 1.9.1 is its last release. It needs numpy below 1.24 and a Python up to 3.11, which the other
frameworks have left behind. `python -m helpers.mxnet install` makes what it needs, beside the
course's environment and not in it; `status` and `remove` say and undo what it did.
"""
