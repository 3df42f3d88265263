"""Makes ``tests/submissions/class``: a small class that holds every layout and many oddities, the same bytes each time.

Run ``python tests/make_class.py`` after a reference has changed; a test compares.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import warnings
import zipfile
from pathlib import Path

from autograder.course import HOME, Course

CLASS = Path(__file__).parent / "submissions" / "class"
LINK = 0o120777 << 16
DATE = (2026, 11, 20, 12, 0, 0)


def right(task: str, week: str = "week-12") -> str:
    return (HOME / "solutions" / week / f"{task}.py").read_text(encoding="utf-8")


def starter(task: str, week: str = "week-12") -> str:
    return (HOME / "exercises" / week / f"{task}.py").read_text(encoding="utf-8")


WRONG = "def softmax(scores, dim=-1, temperature=1.0):\n    return scores\n"
ENDS = "import os\n\n\ndef softmax(scores, dim=-1, temperature=1.0):\n    os._exit(0)\n"

METADATA = """\
submission_77:
  :submitters:
  - :name: Ivy Gray
    :sid: '00077'
    :email: ivy@example.org
  :created_at: 2026-11-20 11:00:00 Z
"""

ROSTER = """\
\ufeffid, name , email,user,canvas_id
00001,"Lovelace, Ada",ada@example.org,ada,
00002,"Ben ""B"" Brown",ben@example.org,ben,
00003,Cyd Cole,cyd@example.org,cyd,
00004,Ann Doe,ann@example.org,anndoe,4711
00005,Ian Oz,ian@example.org,ian,4712
00006,Fay Ünal,fay@example.org,fay,
00007,Gil Gold,gil@example.org,gil-gh,
00008,Hal Hill,hal@example.org,hal-gh,
00077,Ivy Gray,ivy@example.org,ivy,
00010,Ida Ivory,ida@example.org,ida,
00011,Jon Jay,jon@example.org,jon,
00012,Lee Long,lee@example.org,lee,
00013,Mia Moss,mia@example.org,mia,
00014,Ned Nye,ned@example.org,ned,
00015,Ola Orr,ola@example.org,ola,
00016,Pia Poe,pia@example.org,pia,
00017,Quin Quay,quin@example.org,quin,
00018,Ray Rye,ray@example.org,ray,
00019,Sam Sky,sam@example.org,sam,
00020,Tom Tall,tom@example.org,tom,
00021,Wes West,wes@example.org,wes,
00022,Xia Xu,xia@example.org,xia,
=1+1,"=HYPERLINK(""http://example.org"")",una@example.org,una,
"""


def files() -> dict[str, str | bytes]:
    """Every plain file of the class."""
    week = [task.name for task in Course.open().week("week-12").tasks]
    return {
        "roster.csv": ROSTER,
        **{f"ada/week-12/{task}.py": right(task) for task in week},
        "ada/random.py": "raise SystemExit('a random of mine')\n",
        "doeann_4711_9000_score_shape.py": "def score_shape(query, key):\n    return 'old'\n",
        "doeann_4711_9001_softmax.py": "\ufeff" + right("softmax").replace("\n", "\r\n"),
        "doeann_4711_9002_score_shape-1.py": right("score_shape"),
        "Fay Ünal_301_assignsubmission_file_/softmax (1).py": right("softmax"),
        "Fay Ünal_301_assignsubmission_file_/.DS_Store": b"\0\1",
        "week-12-submissions/week-12-gil-gh/exercises/week-12/softmax.py": right("softmax"),
        "week-12-submissions/week-12-gil-gh/README.md": "# Week 12\n",
        "cs-week-12-hal-gh/exercises/week-12/softmax.py": WRONG,
        "cs-week-12-hal-gh/result.json": json.dumps(
            {
                "schema": "classroom50/result/v1",
                "classroom": "cs",
                "assignment": "week-12",
                "owner": "hal-gh",
                "datetime": "2026-11-20T10:00:00Z",
            }
        ),
        "submission_metadata.yml": METADATA,
        "submission_77/softmax.py": right("softmax"),
        "submitted/ida/week-12/softmax.py": right("softmax"),
        "submitted/ida/week-12/timestamp.txt": "2026-11-20 15:58:23.948203 UTC\n",
        "jon_softmax.py": right("softmax"),
        "jon_Causal-Mask-final.py.txt": right("causal_mask"),
        "lee/softmax.py": ENDS,
        "lee/score_shape.py": right("score_shape"),
        "pia/answers.rar": b"Rar!\x1a\x07\0",
        "quin/essay.docx": b"PK\3\4",
        "ray/softmax.py": starter("softmax"),
        "ray/heads.py": starter("heads"),
        "una/softmax.py": right("softmax").replace("def softmax", "# \u202e =1+1 <script>\ndef softmax", 1),
        "val/week 12/SOFTMAX.PY": right("softmax"),
        "val/week-20/positions.py": right("positions", "week-20"),
        "Thumbs.db": b"\0",
        "xia.tar.gz": b"\x1f\x8b\x08\0",
        "notes for the teacher.txt": "hello\n",
    }


def archives() -> dict[str, list[tuple[str, bytes, int]]]:
    """Every zip of the class: its entries, their bytes and their kinds."""
    softmax, shape = right("softmax").encode(), right("score_shape").encode()
    return {
        "ben.zip": [
            ("hw/softmax.py", softmax, 0),
            ("__MACOSX/hw/._softmax.py", b"\0\5\x16\7", 0),
            ("hw/.DS_Store", b"\0", 0),
        ],
        "cyd.zip": [("softmax.py", softmax, 0), ("score_shape.py", shape, 0)],
        "cyd (2).zip": [("softmax.py", softmax, 0)],
        "ozian_LATE_4712_9100_hw.zip": [("softmax.py", softmax, 0o000 << 16), ("sub/deeper/score_shape.py", shape, 0)],
        "mia.zip": [
            ("../../softmax.py", softmax, 0),
            ("/etc/softmax.py", softmax, 0),
            ("C:\\softmax.py", softmax, 0),
            ("week-12/softmax.py", b"/etc/passwd", LINK),
            ("week-12/score_shape.py", shape, 0),
        ],
        "wes.zip": [("week-12\\softmax.py", b"old", 0), ("week-12\\softmax.py", softmax, 0)],
        "ned.zip": [("softmax.py", b"#" * (64 << 20), 0), ("score_shape.py", shape, 0)],
    }


def make(root: Path) -> None:
    """Writes the class at ``root``."""
    for name, content in files().items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    warnings.filterwarnings("ignore", "Duplicate name")
    for name, entries in archives().items():
        with zipfile.ZipFile(root / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for entry, data, kind in entries:
                info = zipfile.ZipInfo("-", DATE)
                info.filename = entry  # as it is: zipfile would mend what Windows writes
                info.external_attr, info.compress_type, info.create_system = kind, zipfile.ZIP_DEFLATED, 3
                archive.writestr(info, data)
    whole = (root / "ben.zip").read_bytes()
    (root / "ola.zip").write_bytes(whole[: len(whole) // 2])
    (root / "sam").mkdir(exist_ok=True)
    if not os.path.lexists(root / "sam" / "softmax.py"):
        (root / "sam" / "softmax.py").symlink_to("/etc/passwd")


if __name__ == "__main__":
    shutil.rmtree(CLASS, ignore_errors=True)
    make(CLASS)
    sys.exit(0)
