#!/usr/bin/env python3
"""An agent in twenty lines: look, let a model decide, act, until it says that it is done.

    python3 examples/agent-loop.py CLAWPERATOR STEPS.json

STEPS.json stands in for a model: a list of tool calls. A point may name an element by its text instead.
"""
import json
import subprocess
import sys

clawperator, steps = sys.argv[1], json.load(open(sys.argv[2]))


def run(*words):
    done = subprocess.run([clawperator, *words, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout or done.stderr)


def model(screen, step):
    """A real one is sent screen["somScreenshotBase64"] and the tools of schemas/agent/tools.json."""
    call = steps[step]
    named = call["arguments"].pop("element", None)
    for element in screen["uiElements"]:
        if named and named in (element["text"], element["contentDesc"]):
            call["arguments"].update(element["scaledCenter"])
    return call


for step in range(len(steps)):
    screen = run("observe")
    call = model(screen, step)
    done = run("agent", "act", json.dumps(call), "--snapshot", screen["id"])
    print(call["name"], done.get("finished") or done["result"]["envelope"]["status"])
    if "finished" in done:
        break
