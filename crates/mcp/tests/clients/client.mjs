// The TypeScript SDK of the revision 2026-07-28.
import assert from "node:assert/strict";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { session } from "./session.mjs";

const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
const [program] = process.argv.slice(2);
await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], env: process.env }));
assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
await session("client 2", client);
