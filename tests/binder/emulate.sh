#!/bin/bash
# Rehearse, in a virtual environment and without Docker, what Binder does with binder/:
#
#     bash tests/binder/emulate.sh FOLDER
#
# FOLDER is made anew and takes about 5 GB. Settings, with what they are when not given:
#   PYTHON=.venv/bin/python   an environment made with requirements.txt
#   LIMIT=1700                MiB that all processes may hold together; Binder gives a user 2,048
#   PIP_RETRIES=0             an index out of reach then costs no time
#   REQUIRE_ALL=1             fail, instead of saying so, where the network cannot be cut
set -euo pipefail

course=$(git rev-parse --show-toplevel)
cd "$course"
python=$(realpath -s "${PYTHON:-.venv/bin/python}")
folder=$(realpath -m "${1:?Say in which folder to build}")
limit=${LIMIT:-1700}
env=$folder/env home=$folder/home wheels=$folder/wheels
export PIP_RETRIES=${PIP_RETRIES:-0} PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf '\n== %s\n' "$*"; }
fetch() { "$env/bin/pip" wheel -qq --no-deps --wheel-dir "$wheels" "$@"; }
in_image() { # the command as the image runs it: at home, and pip has the fetched wheels only
    env -C "$home" -u PYTHONPATH -u VIRTUAL_ENV HOME="$home" REPO_DIR="$home" \
        NB_PYTHON_PREFIX="$env" KERNEL_PYTHON_PREFIX="$env" PATH="$env/bin:$PATH" \
        PIP_NO_INDEX=1 PIP_FIND_LINKS="$wheels" "$@"
}
offline() { in_image python "$course/tests/binder/offline.py" -- "$home/binder/start" "$@"; }

if [ -e "$folder" ] && [ ! -e "$folder/binder-rehearsal" ]; then
    echo "$folder is there and is not from a rehearsal: name another folder." >&2
    exit 2
fi
rm -rf "$folder"
mkdir -p "$folder" "$home" "$wheels" "$folder/tmp"
touch "$folder/binder-rehearsal"
export TMPDIR=$folder/tmp

say "The wheels of Binder's base set, of the lock and of what postBuild adds"
version=$(sed -n 's/^python-\([0-9]\+\.[0-9]\+\)$/\1/p' binder/runtime.txt)
"python${version:?binder/runtime.txt must say python-X.Y}" -m venv "$env"
"$python" -m tests.binder.base >"$folder/base.txt"
fetch -r "$folder/base.txt"
fetch -r binder/requirements.txt
fetch "$(grep '^nbgitpuller==' requirements.txt)"

say "The base set that Binder brings"
in_image pip install --quiet --no-deps -r "$folder/base.txt"

say "The repository as the image's home: the tracked files, nothing else"
git ls-files -z | xargs -0 cp --parents -t "$home"

say "pip install -r binder/requirements.txt"
in_image pip install -qq -r binder/requirements.txt
in_image pip check

say "binder/postBuild"
in_image ./binder/postBuild
"$python" -m tests.binder.sizes "$env" "$wheels"

say "binder/start: JupyterLab, its widgets, the course's settings and helpers"
in_image binder/start jupyter lab --version
in_image binder/start jupyter labextension list 2>&1 | grep -E "jupyterlab-manager|anywidget"
in_image env -C / "$home/binder/start" python - <<'CHECK'
import os, sys
from jupyterlab_server.settings_utils import _get_overrides
import helpers
overrides, error = _get_overrides(os.path.join(sys.prefix, "share/jupyter/lab/settings"))
kernels = overrides["@jupyterlab/apputils-extension:kernels-settings"]
assert not error and kernels == {"commsOverSubshells": "disabled"}, (error, overrides)
assert helpers.__file__.startswith(sys.prefix), helpers.__file__
print("settings and helpers are where they should be")
CHECK

say "The tests' own packages, which may move none of Binder's"
in_image pip list --format=freeze >"$folder/binder.txt"
grep -E '^(pytest|nbval|hypothesis|playwright|axe-playwright-python)==' requirements.txt \
    >"$folder/tests.txt"
"$env/bin/pip" install -qq -c "$folder/binder.txt" -r "$folder/tests.txt"
in_image pip check

say "Every notebook, strictly, without a network, in at most $limit MiB"
# Binder has the one kernel; a chapter with a kernel of its own is read there, not run.
mapfile -t notebooks < <(cd "$home" && grep -l '"name": "python3"' notebooks/*.ipynb)
offline python "$course/tests/binder/memwatch.py" --limit "$limit" -- \
    python -m pytest -c /dev/null --rootdir "$home" -p no:cacheprovider --quiet \
    --nbval --nbval-current-env --nbval-cell-timeout=120 "${notebooks[@]}"

say "The browser tests, without a network, on Binder's JupyterLab"
# the chapter that has a kernel of its own is not run on Binder; of the others none may be skipped
offline python -m pytest -o addopts= -p no:cacheprovider -rsP tests/browser \
    --deselect "tests/browser/test_chapters.py::test_a_chapter[14_meet_mxnet]"
