// What every client does: list, call, hear of progress, act twice, take a call back. `client` is connected.
import assert from "node:assert/strict";

// How a client of an SDK reaches the server: by its address, with a token, or by starting the program.
export function transport(server, Http, Stdio) {
  if (!server.startsWith("http")) return new Stdio({ command: server, args: ["mcp"], env: process.env });
  const headers = { Authorization: `Bearer ${process.env.TOKEN}` };
  return new Http(new URL(server), { requestInit: { headers } });
}

export async function session(name, server, client) {
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 10 && tools.length <= 12, `${tools.length} tools`);
  const call = (tool, args, options) => client.callTool({ name: tool, arguments: args }, ...options);
  const heard = [];
  const following = { onprogress: (progress) => heard.push(progress.progress), timeout: 60_000 };
  const devices = await call("devices", {}, []);
  const { generation } = devices.structuredContent.devices[0];
  const act = { generation, steps: [{ do: "press", key: "home" }] };
  const first = await call("act", act, name.startsWith("sdk 1") ? [undefined, following] : [following]);
  assert.equal(first.structuredContent.outcome, "done", JSON.stringify(first));
  const again = await call("act", act, []);
  assert.deepEqual(again.structuredContent, first.structuredContent);
  assert.ok(heard.length > 0, "no progress");
  const taken = new AbortController();
  const waiting = call(
    "wait",
    { for: { name: "never" }, seconds: 40 },
    name.startsWith("sdk 1") ? [undefined, { signal: taken.signal, timeout: 60_000 }] : [{ signal: taken.signal, timeout: 60_000 }],
  );
  taken.abort();
  await assert.rejects(waiting);
  // The phone is free as soon as the run has ended, which a snapshot waits for.
  for (;;) {
    const shown = await call("snapshot", {}, []);
    if (shown.structuredContent.outcome === "done") break;
    assert.equal(shown.structuredContent.code, "EXECUTION_CONFLICT_IN_FLIGHT", JSON.stringify(shown));
  }
  await client.close();
  const how = server.startsWith("http") ? "HTTP" : "standard streams";
  console.log(`${name} over ${how}: ok, ${tools.length} tools, ${heard.length} notes of progress`);
}
