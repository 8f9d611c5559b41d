#!/usr/bin/env bash
# A registry of generated skills: how long `skills ci`, `skills index` and `skills search` take on it, and how much memory.
# usage: bench/skills.sh [SKILLS] [RUNS]. Needs python3.
# `search` is measured in a new process each time, with its files in the system's memory and without.
set -euo pipefail
cd "$(dirname "$0")/.."

skills=${1:-10000}
runs=${2:-20}
cargo build --release --locked --quiet --package clawperator
cargo build --release --locked --quiet --package clawperator-skills --example many_skills
target=${CARGO_TARGET_DIR:-target}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$target/release/examples/many_skills" "$scratch/skills" "$skills"

python3 - "$target/release/clawperator" "$scratch/skills" "$runs" <<'PYTHON'
import os, statistics, subprocess, sys, time

binary, tree, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])

def run(*words):
    """Wall time and processor time in milliseconds, and the peak of memory in MB."""
    before = time.monotonic()
    process = subprocess.Popen([binary, "skills", *words, "--skills-dir", tree], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = (time.monotonic() - before) * 1e3
    assert status == 0, f"{words} ended with {status}"
    return wall, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024

def tell(name, samples):
    walls, processor, memory = zip(*samples)
    print(f"{name:<34} median {statistics.median(walls):9.1f} ms, best {min(walls):9.1f} ms, "
          f"processor {statistics.median(processor):9.1f} ms, peak {max(memory):6.1f} MB")

tell("ci", [run("ci")])
tell("index, nothing changed", [run("index")])
tell("index --check", [run("index", "--check")])
tell("search, new process", [run("search", "battery") for _ in range(runs)])
tell("search, several words", [run("search", "read", "usage", "app") for _ in range(runs)])
tell("list", [run("list") for _ in range(3)])
files = ["skills-registry.json", "generated/manifest.json", "generated/skills-index.min.json"]
samples = []
for _ in range(runs):
    for name in files:
        with open(os.path.join(tree, name)) as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    samples.append(run("search", "battery"))
tell("search, files not in memory", samples)
PYTHON
