#!/bin/bash
# Rehearse, in a virtual environment and without Docker, what Binder does with binder/:
#
#     bash tests/binder/emulate.sh FOLDER
#
# FOLDER is made anew and takes about 4 GB. Settings, with what they are when not given:
#   PYTHON=.venv/bin/python   an environment made with requirements.txt
#   LIMIT=1700                MiB that all processes may hold together; Binder gives a user 2,048
#   PIP_RETRIES=0             an index out of reach then costs no time
set -euo pipefail

course=$(git rev-parse --show-toplevel)
cd "$course"
python=$(realpath -s "${PYTHON:-.venv/bin/python}")
folder=$(realpath -m "${1:?Say in which folder to build}")
limit=${LIMIT:-1700}

say() { printf '\n== %s\n' "$*"; }

say "The base set that Binder brings"
if [ -e "$folder" ] && [ ! -e "$folder/binder-rehearsal" ]; then
    echo "$folder is there and is not from a rehearsal: name another folder." >&2
    exit 2
fi
rm -rf "$folder"
mkdir -p "$folder"
touch "$folder/binder-rehearsal"
version=$(sed -n 's/^python-\([0-9]\+\.[0-9]\+\)$/\1/p' binder/runtime.txt)
"python${version:?binder/runtime.txt must say python-X.Y}" -m venv "$folder/env"
"$python" -m tests.binder.base >"$folder/base.txt"
export PIP_RETRIES=${PIP_RETRIES:-0} PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
"$folder/env/bin/pip" install --quiet --no-deps -r "$folder/base.txt"

say "The repository as the image's home: the tracked files, nothing else"
home=$folder/home
mkdir "$home"
git ls-files -z | xargs -0 cp --parents -t "$home"
cd "$home"
export HOME=$home REPO_DIR=$home PATH=$folder/env/bin:$PATH
export NB_PYTHON_PREFIX=$folder/env KERNEL_PYTHON_PREFIX=$folder/env
unset PYTHONPATH VIRTUAL_ENV

say "pip install -r binder/requirements.txt"
pip install -qq -r binder/requirements.txt
pip check
du -sh "$folder/env" | sed 's/\t.*/ on disk/'

say "binder/postBuild"
./binder/postBuild

say "binder/start: JupyterLab, its widgets, the course's settings and helpers"
cd /
start=$home/binder/start
"$start" jupyter lab --version
"$start" jupyter labextension list 2>&1 | grep -E "jupyterlab-manager|anywidget"
"$start" python - <<'CHECK'
import os, sys
from jupyterlab_server.settings_utils import _get_overrides
import helpers
overrides, error = _get_overrides(os.path.join(sys.prefix, "share/jupyter/lab/settings"))
kernels = overrides["@jupyterlab/apputils-extension:kernels-settings"]
assert not error and kernels == {"commsOverSubshells": "disabled"}, (error, overrides)
assert helpers.__file__.startswith(sys.prefix), helpers.__file__
print("settings and helpers are where they should be")
CHECK

say "Every notebook, strictly, in at most $limit MiB"
cd "$home"
# Binder has the one kernel; a chapter with a kernel of its own is read there, not run.
mapfile -t notebooks < <(grep -l '"name": "python3"' notebooks/*.ipynb 2>/dev/null)
if [ "${#notebooks[@]}" = 0 ]; then
    echo "There is no notebook yet."
    exit 0
fi
grep -E '^(pytest|nbval)==' requirements.txt >"$folder/test.txt"
pip install -qq -r "$folder/test.txt"
"$start" python "$course/tests/binder/memwatch.py" --limit "$limit" -- \
    python -m pytest -c /dev/null --rootdir "$home" -p no:cacheprovider --quiet \
    --nbval --nbval-current-env --nbval-cell-timeout=120 "${notebooks[@]}"
