"""Drives a phone with the PyPI package `adbutils`, as its users do, and prints what it saw as JSON.

    python drive_adbutils.py PORT SERIAL FOLDER
"""

import hashlib
import json
import pathlib
import re
import sys

import adbutils


def middle(hierarchy: str, attribute: str) -> tuple:
    """The middle of the first node that has this attribute."""
    node = next(node for node in hierarchy.split("<node") if attribute in node)
    left, top, right, bottom = map(int, re.search(r'bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', node).groups())
    return (left + right) // 2, (top + bottom) // 2


def main(port: str, serial: str, folder: str) -> None:
    client = adbutils.AdbClient(host="127.0.0.1", port=int(port))
    device = client.device(serial=serial)
    folder = pathlib.Path(folder)

    sent = folder / "sent.bin"
    sent.write_bytes(bytes(range(256)) * 4096)
    device.sync.push(sent, "/sdcard/Download/sent.bin")
    stat = device.sync.stat("/sdcard/Download/sent.bin")
    received = folder / "received.bin"
    device.sync.pull("/sdcard/Download/sent.bin", received)

    failed = device.shell2("ls /does/not/exist", v2=True)
    device.app_start("dev.clawperator.conformance")
    current = device.app_current()
    picture = device.screenshot()
    window = device.window_size()
    hierarchy = device.dump_hierarchy()

    device.shell("am start -W -a android.intent.action.VIEW -d conformance://counter")
    device.click(*middle(device.dump_hierarchy(), 'content-desc="Increment"'))
    counted = re.search(r'text="(\d+)"', device.dump_hierarchy()).group(1)
    device.shell("am start -W -a android.intent.action.VIEW -d conformance://fields")
    device.click(*middle(device.dump_hierarchy(), 'class="android.widget.EditText"'))
    device.send_keys("Ada Lovelace")
    typed = 'text="Ada Lovelace"' in device.dump_hierarchy()

    print(
        json.dumps(
            {
                "devices": [found.serial for found in client.device_list()],
                "features": device.get_features(),
                "model": device.prop.model,
                "echo": device.shell("echo hello | cat"),
                "words": device.shell(["echo", "two  spaces", "it's"]),
                "failed": {
                    "code": failed.returncode,
                    "stdout": failed.stdout,
                    "stderr": failed.stderr,
                },
                "sent": hashlib.sha256(sent.read_bytes()).hexdigest(),
                "received": hashlib.sha256(received.read_bytes()).hexdigest(),
                "size": stat.size,
                "listed": [entry.path for entry in device.sync.list("/sdcard/Download")],
                "exists": device.sync.exists("/sdcard/Download/sent.bin"),
                "window": [window.width, window.height],
                "picture": [picture.width, picture.height],
                "colours": len(set(picture.convert("RGB").resize((108, 240)).getdata())),
                "packages": device.list_packages(),
                "current": [current.package, current.activity],
                "rotation": device.rotation(),
                "screen_on": device.is_screen_on(),
                "hierarchy": hierarchy[:60],
                "nodes": hierarchy.count("<node"),
                "counted": counted,
                "typed": typed,
                "app_info": device.app_info("dev.clawperator.conformance").version_name,
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
