"""Work that is done again only when what it depends on has changed."""

import hashlib
import shutil
import subprocess
import sys
import time
from pathlib import Path


def digest(*inputs):
    """A hash over texts, files and all files below folders, names included."""
    total = hashlib.sha256()
    for part in inputs:
        if isinstance(part, Path):
            for path in files_below(part):
                total.update(str(path).encode() + b"\0")
                total.update(hashlib.sha256(path.read_bytes()).digest())
        else:
            total.update(str(part).encode() + b"\0")
    return total.hexdigest()


def files_below(path, ending=""):
    """The files below a folder in a fixed order; a file stands for itself and a missing path for nothing."""
    if path.is_file():
        return [path]
    return sorted(found for found in path.rglob("*" + ending) if found.is_file())


class Stages:
    """The stamps of what has been built in one output folder."""

    def __init__(self, out):
        self.stamps = out / "stamps"
        self.stamps.mkdir(parents=True, exist_ok=True)

    def run(self, name, key, outputs, work):
        """Calls `work` unless the stamp of `name` says `key` and every output exists. Tells whether it worked."""
        stamp = self.stamps / name
        if stamp.is_file() and stamp.read_text() == key and all(path.exists() for path in outputs):
            return False
        # Without its stamp a stage that is cut off is done again, whatever it left behind.
        stamp.unlink(missing_ok=True)
        start = time.monotonic()
        work()
        stamp.write_text(key)
        print(f"{name}: {time.monotonic() - start:.1f} s", file=sys.stderr)
        return True


def empty_folder(path):
    if path.exists():
        shutil.rmtree(path)
    path.mkdir(parents=True)
    return path


def call(command):
    """Runs a program that has nothing to say when all is well; shows what it said when it failed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(f"{Path(str(command[0])).name} failed with status {done.returncode}")
    return done.stdout + done.stderr
