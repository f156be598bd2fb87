"""For a chapter that runs on MXNet's kernel: one sentence where it was opened on another."""

from __future__ import annotations

import importlib.util

from helpers.mxnet.errors import WrongKernel


def need_kernel() -> None:
    """Do nothing where MXNet can be imported.

    Raises:
        WrongKernel: it cannot; the sentence says how to choose the kernel, or to install it first.
    """
    if importlib.util.find_spec("mxnet"):
        return
    from helpers.mxnet import kernelspec

    choose = f"choose “{kernelspec.TITLE}” under Kernel → Change Kernel… and run the cell again."
    if not kernelspec.is_there():
        choose = f"run `python -m helpers.mxnet install` in a terminal, reload the page, {choose}"
    raise WrongKernel(f"This chapter needs MXNet's own kernel: {choose}")
