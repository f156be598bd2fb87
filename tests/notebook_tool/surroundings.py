"""What a kernel finds around it: quiet frameworks, no settings of the person who runs it."""

from __future__ import annotations

import os
from pathlib import Path

QUIET = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    # pydevd writes a warning about frozen modules to stderr
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
}


def prepare(scratch: Path) -> None:
    """Set the environment that this process hands to its kernels.

    The settings and connection files go to `scratch`. The kernels of this environment come first;
    one installed for the user is found as well.
    """
    os.environ.update(QUIET)
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):
        folder = scratch / variable.lower()
        folder.mkdir(parents=True, exist_ok=True)
        os.environ[variable] = str(folder)
