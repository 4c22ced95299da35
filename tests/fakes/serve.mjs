import { once } from "node:events";
import { createServer } from "node:http";

/**
 * Serves a stand-in on loopback. An error that `answer` throws breaks the connection.
 *
 * @param {(request: Request) => Promise<Response>} answer
 * @param {number} [port] 0 is any
 * @returns {Promise<{ origin: string, stop: () => Promise<void> }>}
 */
export async function serve(answer, port = 0) {
  const server = createServer((incoming, outgoing) => {
    pass(answer, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/**
 * @param {(request: Request) => Promise<Response>} answer
 * @param {import("node:http").IncomingMessage} incoming @param {import("node:http").ServerResponse} outgoing
 */
async function pass(answer, incoming, outgoing) {
  const { method = "GET", url = "/", headers } = incoming;
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) };
  const response = await answer(
    new Request(new URL(url, "http://127.0.0.1"), {
      method,
      headers: Object.entries(headers).map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)])),
      ...body,
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // Passes each chunk on at once: some answers are streams.
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
    outgoing.write(piece.value);
  outgoing.end();
}
