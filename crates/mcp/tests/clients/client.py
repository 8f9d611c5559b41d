"""The Python SDK: list, call, hear of progress, act twice, take a call back."""

import asyncio
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


def transport(server: str):
    if server.startswith("http"):
        headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
        return streamable_http_client(server, http_client=create_mcp_http_client(headers=headers))
    return stdio_client(StdioServerParameters(command=server, args=["mcp"], env=dict(os.environ)))


async def main(server: str) -> None:
    heard = []

    async def progress(done, total, message):
        heard.append(done)

    async with Client(transport(server)) as client:
        tools = (await client.list_tools()).tools
        assert 10 <= len(tools) <= 12, tools
        devices = await client.call_tool("devices", {})
        generation = devices.structured_content["devices"][0]["generation"]
        act = {"generation": generation, "steps": [{"do": "press", "key": "home"}]}
        first = await client.call_tool("act", act, progress_callback=progress)
        assert first.structured_content["outcome"] == "done", first
        again = await client.call_tool("act", act)
        assert again.structured_content == first.structured_content
        assert heard, "no progress"
        waiting = asyncio.ensure_future(
            client.call_tool("wait", {"for": {"name": "never"}, "seconds": 40})
        )
        await asyncio.sleep(0)
        waiting.cancel()
        try:
            await waiting
            raise AssertionError("the call was not taken back")
        except asyncio.CancelledError:
            pass
        while True:
            shown = await client.call_tool("snapshot", {})
            if shown.structured_content["outcome"] == "done":
                break
            assert shown.structured_content["code"] == "EXECUTION_CONFLICT_IN_FLIGHT", shown
    how = "HTTP" if server.startswith("http") else "standard streams"
    print(f"python over {how}: ok, {len(tools)} tools, {len(heard)} notes of progress")


asyncio.run(main(sys.argv[1]))
