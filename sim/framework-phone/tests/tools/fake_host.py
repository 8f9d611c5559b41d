"""A host without a toolkit: speaks the protocol and fails in every way that a test asks for.

The text of a `text` request says how: die, hush, babble, boast. `force_stop` of the package `held` is refused.
"""

import json
import os
import socket
import sys
import threading

TOKEN = os.environ["FRAMEWORK_PHONE_TOKEN"].encode()
STATE = {
    "windows": [
        {
            "title": "a/b",
            "kind": "dialog",
            "package": "a",
            "bounds": [1, 2, 3, 4],
            "focused": True,
            "layer": 7,
            "secure": True,
        }
    ],
    "tasks": [{"id": 5, "activities": [["a", "b"]]}],
    "resumed": ["a", "b"],
    "size": [100, 200],
    "physical_size": [1080, 2400],
    "density": 420,
    "physical_density": 420,
    "rotation": 1,
    "awake": True,
    "keyboard": True,
}
PACKAGE = {
    "name": "a",
    "version_name": "1",
    "version_code": 2,
    "system": False,
    "launcher": "a.Main",
    "activities": ["a.Main"],
    "permissions": [["p", True]],
    "pid": 0,
}


def answer(request, send):
    operation = request["op"]
    if operation == "text":
        fail(request, send)
    elif operation == "dump":
        xml = "<?xml?>ü".encode()
        send({"ok": {"bytes": len(xml)}}, xml)
    elif operation == "screenshot":
        send({"ok": {"width": 2, "height": 1, "bytes": 8}}, bytes(range(8)))
    elif operation == "state":
        send({"ok": STATE})
    elif operation == "packages":
        send({"ok": {"packages": [PACKAGE]}})
    elif operation == "start":
        names = request["intent"]["component"]
        send({"ok": {"outcome": "started", "cold": True, "took_ms": 9, "package": names[0], "class": names[1]}})
    elif operation == "wait_idle":
        send({"ok": {"idle": request["quiet_ms"] == 500}})
    elif operation == "record":
        entry = {"number": 3, "uptime_ms": 4, "what": "click", "view": "ok", "detail": ""}
        send({"ok": {"entries": [entry] if request["after"] < 3 else []}})
    elif operation == "query" and request["uri"] == "content://a.b/c":
        send({"ok": {"rows": [[["name", "ü"], ["value", "1"]]]}})
    elif operation == "force_stop" and request["package"] == "held":
        send({"refused": "busy"})
    else:
        send({"ok": {}})


def fail(request, send):
    how = request["text"]
    if how == "die":
        os._exit(3)
    elif how == "hush":
        pass
    elif how == "babble":
        send(None, b"not json\n")
    elif how == "boast":
        send({"ok": {"bytes": 1 << 40}})
    else:
        send({"ok": {}})


def serve(connection):
    stream = connection.makefile("rwb")
    if stream.readline().strip() != TOKEN:
        return
    for line in stream:
        request = json.loads(line)

        def send(body, extra=b""):
            if body is not None:
                stream.write(json.dumps({"id": request["id"], **body}).encode() + b"\n")
            stream.write(extra)
            stream.flush()

        answer(request, send)


def listen():
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


print(json.dumps({"ready": True, "port": listen(), "record": listen(), "pid": os.getpid()}), flush=True)
sys.stdin.read()
