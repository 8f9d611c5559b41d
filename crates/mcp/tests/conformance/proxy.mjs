// Adds the token that the suite cannot send, and leaves all else as it is, Host and Origin too: node proxy.mjs
//
// Prints its port; the server's address comes on standard input, because it must know this port first.
import { createServer, request } from "node:http";
import { createInterface } from "node:readline";

const target = Promise.withResolvers();
createInterface({ input: process.stdin }).once("line", (line) => target.resolve(new URL(line)));

const proxy = createServer(async (incoming, outgoing) => {
  const { hostname, port } = await target.promise;
  const headers = { ...incoming.headers, authorization: `Bearer ${process.env.TOKEN}` };
  const onward = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  outgoing.on("close", () => onward.destroy());
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
});
proxy.listen(0, "127.0.0.1", () => console.log(proxy.address().port));
