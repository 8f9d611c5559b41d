#!/usr/bin/env python3
"""How a server with many phones and clients keeps its time: bench/server.py BINARY [ROUNDS]

One run, side by side: executions on phones of their own while nothing else happens, and then
- while pages look at every phone and `runs watch` and `/events` follow everything,
- while one of 20 phones does not answer,
- while 1,000 readers follow the events, half of which read nothing,
- while 10,000 connections are open that say nothing.
Ratios are to the quiet rounds right before and after. Needs adb, and 12,000 open files (`ulimit -n`).
"""

import asyncio
import json
import os
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) == 3 else 5
CALLERS = 4
EACH = 25
PHONES = 20


class Rig:
    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.environment = dict(os.environ, HOME=folder, ANDROID_ADB_SERVER_PORT=str(port))
        self.environment.pop("CLAWPERATOR_STATE", None)
        self.environment.pop("XDG_STATE_HOME", None)
        self.run("adb", "start-server")
        phones = self.start("virtual-phone", "--connect", "--json", "--control", "0", "--count", str(PHONES))
        first = json.loads(phones.stdout.readline())
        self.phones = [phone["serial"] for phone in first["phones"]]
        self.control = first["control"]
        self.server = self.start("serve", "--port", "0", "--json")
        url = json.loads(self.server.stdout.readline())["url"]
        self.host, port = url.removeprefix("http://").rsplit(":", 1)
        self.port = int(port)
        self.token = self.run(BINARY, "serve", "token").strip()

    def run(self, *words):
        return subprocess.run(words, env=self.environment, check=True, capture_output=True, text=True).stdout

    def start(self, *words):
        return subprocess.Popen([BINARY, *words], env=self.environment, stdout=subprocess.PIPE, text=True)

    def memory_kb(self):
        with open(f"/proc/{self.server.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def fault(self, serial, name, on):
        address, port = self.control.rsplit(":", 1)
        with socket.create_connection((address, int(port))) as control:
            request = {"do": "fault", "phone": serial, "name": name, "on": on}
            control.sendall(json.dumps(request).encode() + b"\n")
            answer = control.makefile().readline()
            assert json.loads(answer) == {"answer": "done"}, answer


class Client:
    """One connection that is kept."""

    def __init__(self, rig):
        self.rig = rig

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection(self.rig.host, self.rig.port)
        return self

    async def ask(self, line, body=None):
        await self.send(line, body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split(" ")[1])
        length = next((int(part.split(":")[1]) for part in head.lower().splitlines() if part.startswith("content-length")), 0)
        return status, await self.reader.readexactly(length)

    async def send(self, line, body=None):
        text = json.dumps(body) if body is not None else ""
        head = f"{line} HTTP/1.1\r\nHost: {self.rig.host}:{self.rig.port}\r\nAuthorization: Bearer {self.rig.token}\r\n"
        if text:
            head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
        self.writer.write((head + "\r\n" + text).encode())
        await self.writer.drain()

    def close(self):
        self.writer.close()


def press(serial):
    actions = [{"id": "a", "type": "press_key", "params": {"key": "home"}}]
    execution = {"commandId": "c", "taskId": "t", "source": "bench", "expectedFormat": "android-ui-automator",
                 "timeoutMs": 60_000, "actions": actions}
    return {"deviceId": serial, "execution": execution}


async def executions(rig):
    """The times of executions, each caller with a phone of its own."""
    times = []

    async def caller(serial):
        client = await Client(rig).open()
        for _ in range(EACH):
            begun = asyncio.get_running_loop().time()
            status, body = await client.ask("POST /execute", press(serial))
            assert status == 200 and json.loads(body)["envelope"]["status"] == "success", body
            times.append(asyncio.get_running_loop().time() - begun)
        client.close()

    await asyncio.gather(*(caller(serial) for serial in rig.phones[:CALLERS]))
    return times


def point(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


async def compared(rig, name, busy):
    """Quiet and busy rounds in turn; the medians of their ratios."""
    halves, tails = [], []
    quiet = await executions(rig)
    for _ in range(ROUNDS):
        end = await busy(rig)
        loud = await executions(rig)
        await end()
        after = await executions(rig)
        both = quiet + after
        halves.append(point(loud, 0.5) / point(both, 0.5))
        tails.append(point(loud, 0.99) / point(both, 0.99))
        quiet = after
    print(f"{name}: p50 {statistics.median(halves):.2f}, p99 {statistics.median(tails):.2f} of quiet "
          f"({point(quiet, 0.5) * 1000:.1f} ms); the server has {rig.memory_kb() // 1024} MB", flush=True)


async def nothing(rig):
    async def end():
        pass
    return end


async def watched(rig):
    watch = rig.start("runs", "watch", "--json")
    events = await Client(rig).open()
    await events.send("GET /events")
    stop = asyncio.Event()

    async def page(serial):
        client = await Client(rig).open()
        while not stop.is_set():
            await client.ask(f"GET /devices/{serial}/picture")
            try:
                await asyncio.wait_for(stop.wait(), 0.5)
            except TimeoutError:
                pass
        client.close()

    async def follow():
        while await events.reader.read(65536):
            pass

    looking = [asyncio.ensure_future(page(serial)) for serial in rig.phones[:CALLERS]]
    following = asyncio.ensure_future(follow())

    async def end():
        stop.set()
        await asyncio.gather(*looking)
        following.cancel()
        events.close()
        watch.send_signal(signal.SIGINT)
        watch.communicate()
    return end


async def stalled(rig):
    serial = rig.phones[-1]
    rig.fault(serial, "shell_stalled", True)
    client = await Client(rig).open()
    await client.send("POST /execute", press(serial))

    async def end():
        client.close()
        rig.fault(serial, "shell_stalled", False)
    return end


async def readers(rig):
    # A process of their own: what they do is not to be measured here.
    words = [sys.executable, __file__, "--readers", rig.host, str(rig.port), rig.token]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    process.stdout.readline()

    async def end():
        process.kill()
        process.wait()
    return end


async def read_events(host, port, token):
    """A thousand readers, half of which read nothing, until this process is killed."""
    class Server:
        pass
    server = Server()
    server.host, server.port, server.token = host, int(port), token
    clients = await asyncio.gather(*(Client(server).open() for _ in range(1_000)))
    for client in clients:
        await client.send("GET /events")

    async def follow(client):
        while await client.reader.read(65536):
            pass

    print("ready", flush=True)
    await asyncio.gather(*(follow(client) for client in clients[::2]))
    await asyncio.Event().wait()


async def idle(rig):
    silent = []
    for _ in range(100):
        made = await asyncio.gather(*(Client(rig).open() for _ in range(100)), return_exceptions=True)
        silent += [client for client in made if isinstance(client, Client)]
    print(f"  {len(silent)} connections were opened", flush=True)

    async def end():
        for client in silent:
            client.close()
    return end


async def main():
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(folder)
        try:
            await executions(rig)
            print(f"{CALLERS} callers, {EACH} executions each, {ROUNDS} rounds; the server has {rig.memory_kb() // 1024} MB")
            await compared(rig, "nothing else", nothing)
            await compared(rig, "watched by pages, events and runs watch", watched)
            await compared(rig, "one of 20 phones stalled", stalled)
            await compared(rig, "1,000 readers of events, half read nothing", readers)
            await compared(rig, "10,000 silent connections", idle)
        finally:
            rig.server.send_signal(signal.SIGINT)
            subprocess.run(["pkill", "-P", str(os.getpid())], check=False)
            subprocess.run(["adb", "kill-server"], env=rig.environment, check=False)


_, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
asyncio.run(read_events(*sys.argv[2:]) if sys.argv[1] == "--readers" else main())
