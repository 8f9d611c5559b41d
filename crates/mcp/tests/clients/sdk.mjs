// The TypeScript SDK of the revision 2025-11-25.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { session } from "./session.mjs";

const client = new Client({ name: "test", version: "1" });
const [program] = process.argv.slice(2);
await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], env: process.env }));
await session("sdk 1", client);
