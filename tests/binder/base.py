"""Print what Binder's environment holds before the course comes: ``python -m tests.binder.base``.

repo2docker ships the list of the conda packages it starts from; here they are pins for pip.
"""

import re
from importlib.resources import files

from tests.binder.lock import binder_python

# What pip calls a package of conda; None where there is nothing for pip to install.
PIP_NAMES = {
    "bleach-with-css": None,
    "brotli-python": "brotli",
    "ca-certificates": None,
    "jsonschema-with-format-nongpl": None,
    "jupyterhub-base": "jupyterhub",
    "jupyterhub-singleuser": None,
    "nbconvert-core": "nbconvert",
    "pip": None,
    "python-fastjsonschema": "fastjsonschema",
    "python_abi": None,
    "tzdata": None,
}


def base_packages() -> dict[str, str]:
    """Name to version of the Python packages in Binder's base set."""
    python = binder_python()
    lock = files("repo2docker.buildpacks.conda") / f"environment.py-{python}-linux-64.lock"
    # .../noarch/NAME-VERSION-BUILD.conda or .../linux-64/NAME-VERSION-py311BUILD.conda
    package = re.compile(
        rf"/(?:noarch/(?P<any>\S+)-(?P<v>[^-\s]+)-\S+"
        rf"|linux-64/(?P<own>\S+)-(?P<w>[^-\s]+)-py{python.replace('.', '')}\w+)"
        r"\.(?:conda|tar\.bz2)"
    )
    found = {}
    for line in lock.read_text().splitlines():
        if match := package.search(line):
            name = match["any"] or match["own"]
            if pip_name := PIP_NAMES.get(name, name):
                found[pip_name.replace("_", "-")] = match["v"] or match["w"]
    return found


if __name__ == "__main__":
    print("\n".join(f"{name}=={version}" for name, version in sorted(base_packages().items())))
