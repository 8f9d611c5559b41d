// The TypeScript SDK of the revision 2025-11-25.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { session, transport } from "./session.mjs";

const client = new Client({ name: "test", version: "1" });
const [server] = process.argv.slice(2);
await client.connect(transport(server, StreamableHTTPClientTransport, StdioClientTransport));
await session("sdk 1", server, client);
