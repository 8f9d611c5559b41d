// The TypeScript SDK of the revision 2026-07-28.
import assert from "node:assert/strict";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { session, transport } from "./session.mjs";

const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
const [server] = process.argv.slice(2);
await client.connect(transport(server, StreamableHTTPClientTransport, StdioClientTransport));
assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
await session("client 2", server, client);
