#!/usr/bin/env python3
"""What a model reads to find the Android version in Settings: bench/mcp-context.py BINARY MOBILE_MCP_INDEX_JS

Counts every character: instructions, the list of tools, calls and answers, with this server and with mobile-mcp on the
same phone, which adb must have as its only one. Both go the shortest way that their answers allow.
"""

import json
import re
import subprocess
import sys

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


class Server:
    """A server over its standard streams, and how many characters of it were read."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
        self.asked = 0
        self.read = len(self.ask("initialize", HELLO)["result"].get("instructions") or "")
        self.send({"method": "notifications/initialized"})
        tools = self.ask("tools/list", {})["result"]
        self.list = len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False))
        self.read += self.list
        self.calls = 0

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.asked:
                return answer

    def call(self, tool, **arguments):
        self.calls += 1
        asked = {"name": tool, "arguments": arguments}
        result = self.ask("tools/call", asked)["result"]
        text = "".join(part.get("text", "") for part in result["content"])
        data = result.get("structuredContent")
        self.read += len(json.dumps(asked)) + len(text)
        self.read += len(json.dumps(data)) if data else 0
        return text, data


def ours(binary):
    server = Server([binary, "mcp"])
    _, found = server.call("devices")
    generation = found["devices"][0]["generation"]
    _, opened = server.call("open", generation=generation, app="com.android.settings")
    about = {"nameContains": "About phone"}
    steps = [{"do": "scroll_to", "on": about}, {"do": "tap", "on": about}]
    text, _ = server.call("act", generation=opened["generation"], steps=steps)
    assert "Android version, 14" in text, text
    return server


def theirs(script):
    server = Server(["node", script])
    text, _ = server.call("mobile_list_available_devices")
    device = re.search(r'"id":\s*"([^"]+)"', text)[1]
    server.call("mobile_launch_app", device=device, packageName="com.android.settings")
    for _ in range(10):
        text, _ = server.call("mobile_list_elements_on_screen", device=device)
        if "About phone" in text:
            break
        server.call("mobile_swipe_on_screen", device=device, direction="up")
    ref = re.search(r'(@e\d+) [^\n]*"About phone"', text)[1]
    server.call("mobile_click_on_screen_at_coordinates", device=device, ref=ref)
    text, _ = server.call("mobile_list_elements_on_screen", device=device)
    assert "Android version" in text, text
    return server


def from_the_start():
    """Settings begin at their first page."""
    subprocess.run(["adb", "shell", "am", "force-stop", "com.android.settings"], check=True)


def main():
    binary, script = sys.argv[1:]
    results = {}
    from_the_start()
    results["clawperator"] = ours(binary)
    from_the_start()
    results["mobile-mcp"] = theirs(script)
    for name, server in results.items():
        print(f"{name:12} {server.read:6} characters, {server.list} of them tools, {server.calls} calls")
    print(f"ratio {results['clawperator'].read / results['mobile-mcp'].read:.2f}")


main()
