"""The Operator's own table of hidden calls."""

from . import sources
from .sources import OPERATOR, stages


def table():
    """The calls and forms of the program's own table, in its order."""
    out = stages.empty_folder(sources.output_folder() / "calls")
    call = sources.JAVA / "dev/clawperator/operator/hidden/Call.java"
    stages.call(["javac", *sources.QUICK, "-d", out, call, OPERATOR / "checks" / "PrintCalls.java"])
    printed = stages.call(["java", "-cp", out, "PrintCalls"])
    return [tuple(line.split("\t")) for line in printed.splitlines()]


def owner(form):
    """The class that has the member of a form."""
    if form.startswith("new "):
        return form.removeprefix("new ").split("(")[0]
    name = form.removeprefix("field ").removeprefix("static ").split(":")[0].split("(")[0]
    return name.rsplit(".", 1)[0]
