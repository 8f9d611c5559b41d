"""Where the parts of the Operator are, and its class files."""

import sys
from pathlib import Path

OPERATOR = Path(__file__).resolve().parents[1]
REPOSITORY = OPERATOR.parent
JAVA = OPERATOR / "java"
COMPILE_API = 34

# The framework phone fetches its libraries in the same way.
sys.path.append(str(REPOSITORY / "sim" / "framework-phone" / "jvm"))

from builder import stages
from builder.libraries import Libraries

# A compiler that runs for seconds gains nothing from being compiled well itself.
QUICK = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]


def output_folder():
    folder = REPOSITORY / "target" / "operator"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fetch(*sets):
    """The files of these sets of libraries.txt, each checked against its hash."""
    out = output_folder()
    build_stages = stages.Stages(out)
    files = {}
    for name in sets:
        libraries = Libraries(OPERATOR / "libraries.txt", out, [name])
        key = libraries.key
        wanted = [libraries.file(library) for library in libraries.all]
        build_stages.run(f"fetch {name}", key, wanted, libraries._fetch)
        files[name] = {library.artifact: libraries.file(library) for library in libraries.all}
    return files


def platform(api):
    return fetch(f"android-{api}")[f"android-{api}"]["android-all"]


def compile_java(folder):
    """All classes of the program, compiled as for a phone."""
    stages.empty_folder(folder)
    stages.call(
        ["javac", *QUICK, "--release", "8", "-nowarn", "-Xlint:-options", "-proc:none", "-encoding", "UTF-8"]
        + ["-g:source,lines", "-cp", platform(COMPILE_API), "-d", folder, *stages.files_below(JAVA, ".java")]
    )
    return stages.files_below(folder, ".class")
