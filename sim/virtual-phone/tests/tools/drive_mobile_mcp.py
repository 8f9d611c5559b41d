"""Drives a phone with the npm package `@mobilenext/mobile-mcp`, as an agent does, and prints what it saw as JSON.

    python3 drive_mobile_mcp.py ENTRY_FILE SERIAL FOLDER

The server is run by Node and spoken to over its standard streams, one JSON-RPC message a line. The environment must
lead the `adb` on the path to the server that knows the phone, and hold `MOBILEMCP_LEGACY_ROBOT=1`.
"""

import base64
import json
import pathlib
import subprocess
import sys


class Server:
    def __init__(self, entry: str) -> None:
        self.process = subprocess.Popen(
            ["node", entry, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.number = 0
        self.ask(
            "initialize",
            {
                "protocolVersion": "2024-11-05",
                "capabilities": {},
                "clientInfo": {"name": "virtual-phone-tests", "version": "1"},
            },
        )
        self.tell("notifications/initialized", {})

    def tell(self, method: str, params: dict) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: dict) -> dict:
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
        raise SystemExit(f"{method}: the server ended")

    def send(self, message: dict) -> None:
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def call(self, tool: str, **arguments: object) -> list:
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise SystemExit(f"{tool}: {result['content']}")
        return result["content"]

    def text(self, tool: str, **arguments: object) -> str:
        return self.call(tool, **arguments)[0]["text"]

    def elements(self, serial: str) -> list:
        text = self.text("mobile_list_elements_on_screen", device=serial, format="json")
        return json.loads(text[text.index("[") :])


def middle(elements: list, wanted: object) -> dict:
    for element in elements:
        if wanted(element):
            box = element["coordinates"]
            return {"x": box["x"] + box["width"] // 2, "y": box["y"] + box["height"] // 2}
    raise SystemExit(f"no such element among {json.dumps(elements)}")


def main(entry: str, serial: str, folder: str) -> None:
    server = Server(entry)
    seen = {"devices": json.loads(server.text("mobile_list_available_devices"))["devices"]}
    seen["apps"] = server.text("mobile_list_apps", device=serial)
    seen["size"] = server.text("mobile_get_screen_size", device=serial)
    seen["launched"] = server.text("mobile_launch_app", device=serial, packageName="dev.clawperator.conformance")

    menu = server.elements(serial)
    seen["menu"] = [element["text"] for element in menu if element.get("text")]
    row = middle(menu, lambda element: element.get("text") == "Text fields")
    seen["clicked"] = server.text("mobile_click_on_screen_at_coordinates", device=serial, **row)

    form = server.elements(serial)
    field = middle(form, lambda element: element["type"] == "android.widget.EditText")
    server.text("mobile_click_on_screen_at_coordinates", device=serial, **field)
    seen["typed"] = server.text("mobile_type_keys", device=serial, text="Ada & Lovelace's", submit=False)
    seen["form"] = [element["text"] for element in server.elements(serial) if element.get("text")]

    picture = pathlib.Path(folder) / "picture.png"
    picture.write_bytes(
        next(
            base64.b64decode(part["data"])
            for part in server.call("mobile_take_screenshot", device=serial)
            if part["type"] == "image"
        )
    )
    seen["picture"] = str(picture)
    server.text("mobile_press_button", device=serial, button="BACK")
    server.text("mobile_press_button", device=serial, button="HOME")
    server.text("mobile_terminate_app", device=serial, packageName="dev.clawperator.conformance")
    seen["swiped"] = server.text("mobile_swipe_on_screen", device=serial, direction="up")
    seen["orientation"] = server.text("mobile_get_orientation", device=serial)
    server.process.stdin.close()
    server.process.wait(timeout=30)
    print(json.dumps(seen))


if __name__ == "__main__":
    main(*sys.argv[1:])
