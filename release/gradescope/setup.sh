#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: Python, the small torch, and the course's engine.
set -euo pipefail
source_folder="${AUTOGRADER:-/autograder}/source"
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    apt-get update -qq
    apt-get install -yqq --no-install-recommends python3.11 python3.11-venv
fi
python="$(command -v python3.11 || command -v python3)"
"$python" -m venv "$source_folder/venv"
PIP_EXTRA_INDEX_URL="${PIP_EXTRA_INDEX_URL:-https://download.pytorch.org/whl/cpu}" \
    "$source_folder/venv/bin/python" -m pip install --quiet --editable "$source_folder/course"
