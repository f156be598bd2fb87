"""Start an IPython kernel in MXNet's environment: Jupyter runs this file by its path.

Of the course's environment the kernel gets the package `helpers` and nothing beside it, so that
`from helpers.exercise.check import check` works and no other version of a package is found.
"""

import importlib.util
import sys
from pathlib import Path

HELPERS = Path(__file__).resolve().parents[1]


def add_helpers() -> None:
    """Make `import helpers` work, without its folder's neighbours."""
    spec = importlib.util.spec_from_file_location(
        "helpers", HELPERS / "__init__.py", submodule_search_locations=[str(HELPERS)]
    )
    sys.modules["helpers"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["helpers"])


if __name__ == "__main__":
    add_helpers()
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()
