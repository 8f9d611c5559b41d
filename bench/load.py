#!/usr/bin/env python3
"""What HTTP adds to the engine: bench/load.py BINARY LOAD [--phones 200] [--seconds 8] [--minutes 0]

BINARY is `clawperator`, LOAD the example `load` of crates/host, both built for release. The same payload on the same
virtual phones, closed loop, five runs of each in turn: by the engine in the process of LOAD, and by `wrk` through
`clawperator serve`. The callers are as many as give half of the most throughput that the engine comes to.
With --minutes the server is then kept busy for so long, with 1,000 readers of events, and its memory is printed.
Needs adb and wrk.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

asked = argparse.ArgumentParser()
asked.add_argument("binary")
asked.add_argument("load")
asked.add_argument("--phones", type=int, default=200)
asked.add_argument("--seconds", type=float, default=8)
asked.add_argument("--minutes", type=float, default=0)
asked.add_argument("--runs", type=int, default=5)
asked = asked.parse_args()

PAYLOADS = {
    "press": [{"id": "a", "type": "press_key", "params": {"key": "home"}}],
    "snapshot": [{"id": "a", "type": "snapshot_ui"}],
}

# Each thread of wrk has phones of its own, one after another: with fewer connections than phones none is asked twice at
# once.
SCRIPT = """
local phones, payload, token = {%s}, '%s', '%s'
local threads = 0
function setup(thread) thread:set("first", threads); threads = threads + 1; thread:set("step", %d) end
function init() turn = first; failed = 0
  headers = {["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token} end
function request()
  turn = (turn + step) %% #phones
  return wrk.format("POST", "/execute", headers, '{"deviceId":"' .. phones[turn + 1] .. '","execution":' .. payload .. '}')
end
function response(status, headers, body)
  if status ~= 200 or not body:find('"status":"success"', 1, true) then io.stderr:write(status .. " " .. body:sub(1, 200) .. "\\n") end
end
function done(summary, latency, requests)
  local errors = summary.errors
  local bad = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"executions":%%d,"failures":%%d,"p50":%%.3f,"p99":%%.3f}\\n', summary.requests, bad,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
"""


class Rig:
    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.adb_port = free.getsockname()[1]
        self.environment = dict(os.environ, HOME=folder, ANDROID_ADB_SERVER_PORT=str(self.adb_port),
                                ADB_MDNS="0", ADB_LOCAL_TRANSPORT_MAX_PORT="5554")
        for name in ("CLAWPERATOR_STATE", "XDG_STATE_HOME"):
            self.environment.pop(name, None)
        self.run("adb", "start-server")
        self.started = []
        phones = self.start("virtual-phone", "--connect", "--json", "--count", str(asked.phones), "--timeout", "120000")
        self.phones = [phone["serial"] for phone in json.loads(phones.stdout.readline())["phones"]]
        self.server = self.start("serve", "--port", "0", "--json")
        self.url = json.loads(self.server.stdout.readline())["url"]
        self.token = self.run(asked.binary, "serve", "token").strip()

    def run(self, *words, **more):
        return subprocess.run(words, env=self.environment, check=True, stdout=subprocess.PIPE, text=True, **more).stdout

    def start(self, *words):
        child = subprocess.Popen([asked.binary, *words], env=self.environment, stdout=subprocess.PIPE, text=True)
        self.started.append(child)
        return child

    def engine(self, payload, callers, seconds):
        words = [asked.load, os.path.join(self.folder, "engine"), str(self.adb_port), str(callers), str(seconds)]
        return counted(self.run(*words, input=payload))

    def http(self, payload, callers, seconds):
        threads = min(2, callers)
        script = os.path.join(self.folder, "load.lua")
        with open(script, "w") as file:
            names = ",".join(f"'{phone}'" for phone in self.phones)
            file.write(SCRIPT % (names, payload, self.token, threads))
        words = ["wrk", "-t", str(threads), "-c", str(callers), "-d", f"{seconds}s", "--timeout", "30s", "-s", script, self.url]
        ended = counted(self.run(*words).splitlines()[-1])
        self.recover(payload)
        return ended

    def recover(self, payload):
        """wrk leaves in the middle of acts, and the next run on such a phone waits until nothing of them can come."""
        def once(phone):
            body = f'{{"deviceId":"{phone}","execution":{payload}}}'.encode()
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
            request = urllib.request.Request(f"{self.url}/execute", body, headers)
            for _ in range(10):
                try:
                    return urllib.request.urlopen(request).read()
                except urllib.error.HTTPError as error:
                    # The cancelled run is not over yet.
                    assert error.status == 423, error.read()
                    time.sleep(0.2)
            raise TimeoutError(phone)

        with ThreadPoolExecutor(32) as pool:
            list(pool.map(once, self.phones))

    def memory_kb(self):
        with open(f"/proc/{self.server.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def end(self):
        for child in self.started:
            child.kill()
        subprocess.run(["adb", "kill-server"], env=self.environment, check=False)


def counted(line):
    run = json.loads(line)
    assert run["executions"] > 0 and run["failures"] == 0, run
    return run


def compare(rig, name):
    payload = json.dumps({"commandId": "c", "taskId": "t", "source": "bench", "expectedFormat": "android-ui-automator",
                          "timeoutMs": 60_000, "actions": PAYLOADS[name]})
    # The first round is for whoever opens connections.
    rig.engine(payload, 8, 2)
    rig.http(payload, 8, 2)
    seconds = max(1, int(asked.seconds))
    tried = {callers: rig.engine(payload, callers, 3)["executions"] / 3 for callers in (1, 2, 4, 8, 16, 32)}
    most = max(tried.values())
    callers = next(callers for callers, each in tried.items() if each >= most / 2)
    print(f"{name}: " + ", ".join(f"{callers} callers {each:.0f}/s" for callers, each in tried.items()))
    runs = [(rig.engine(payload, callers, seconds), rig.http(payload, callers, seconds)) for _ in range(asked.runs)]
    for point in ("p50", "p99"):
        engine = statistics.median(pair[0][point] for pair in runs)
        http = statistics.median(pair[1][point] for pair in runs)
        ratio = statistics.median(pair[1][point] / pair[0][point] for pair in runs)
        print(f"  {callers} callers, {point}: engine {engine:.2f} ms, HTTP {http:.2f} ms, ratio {ratio:.2f}")
    each = [statistics.median(pair[side]["executions"] / seconds for pair in runs) for side in (0, 1)]
    print(f"  executions a second: engine {each[0]:.0f}, HTTP {each[1]:.0f}", flush=True)
    return payload


def readers(rig):
    """A thousand readers of events in a thread; half of them read."""
    host, port = rig.url.removeprefix("http://").rsplit(":", 1)
    request = (f"GET /events HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {rig.token}\r\n\r\n").encode()
    sockets = []
    for _ in range(1_000):
        reader = socket.create_connection((host, int(port)))
        reader.sendall(request)
        sockets.append(reader)
    words = "import os,select,sys\nfds=[int(fd) for fd in sys.argv[1:]]\np=select.epoll()\n" \
            "for fd in fds: os.set_blocking(fd, False); p.register(fd, select.EPOLLIN)\n" \
            "while fds:\n for fd,_ in p.poll():\n  if not os.read(fd, 1<<20): p.unregister(fd); fds.remove(fd)\n"
    taken = [reader.fileno() for reader in sockets[::2]]
    child = subprocess.Popen([sys.executable, "-c", words, *map(str, taken)], pass_fds=taken)
    rig.started.append(child)
    return sockets


def soak(rig, payload):
    held = readers(rig)
    print(f"{len(held)} readers of events, half of which read; the server has {rig.memory_kb() / 1024:.1f} MB")
    until = time.monotonic() + asked.minutes * 60
    runs = []

    def load():
        while (left := until - time.monotonic()) > 1:
            runs.append(rig.http(payload, 4, int(min(left, 20))))

    loading = threading.Thread(target=load)
    loading.start()
    begun = time.monotonic()
    while loading.is_alive():
        loading.join(60)
        print(f"  {time.monotonic() - begun:4.0f} s: {sum(run['executions'] for run in runs)} executions, "
              f"{rig.memory_kb() / 1024:.1f} MB", flush=True)


with tempfile.TemporaryDirectory() as folder:
    rig = Rig(folder)
    try:
        print(f"{len(rig.phones)} phones, {os.cpu_count()} processors")
        for name in PAYLOADS:
            payload = compare(rig, name)
        if asked.minutes:
            soak(rig, payload)
    finally:
        rig.end()
