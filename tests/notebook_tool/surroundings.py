"""What a kernel finds around it: quiet frameworks, no settings of the person who runs it."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

QUIET = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    # pydevd writes a warning about frozen modules to stderr
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
}
# settings, connection files and examples go to a folder that is removed at the end
FOLDERS = ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "HYPOTHESIS_STORAGE_DIRECTORY")


@contextlib.contextmanager
def prepared() -> Iterator[None]:
    """Set the environment that this process hands to its kernels, and restore it at the end.

    The kernels of this environment come first; one installed for the user is found as well.
    """
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch,
        mock.patch.dict(os.environ, QUIET, JUPYTER_PREFER_ENV_PATH="1"),
    ):
        for variable in FOLDERS:
            folder = Path(scratch, variable.lower())
            folder.mkdir()
            os.environ[variable] = str(folder)
        yield
