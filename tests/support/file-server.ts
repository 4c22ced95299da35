import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server on loopback that serves one file in the way that a test chooses; it keeps the Range of each request. */
export type FileServer = { origin: string; ranges: (string | null)[]; close(): Promise<void> };

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

export async function startFileServer(answer: Answer): Promise<FileServer> {
  const ranges: (string | null)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range ?? null);
    answer(request, response, ranges.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    ranges,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends the file, or the rest of it if a Range is requested. */
export function sendFile(
  bytes: Uint8Array,
  request: IncomingMessage,
  response: ServerResponse,
  end = bytes.length,
): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const head = { "Content-Length": bytes.length - from };
  if (from === 0) response.writeHead(200, head);
  else response.writeHead(206, { ...head, "Content-Range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` });
  const piece = bytes.subarray(from, end);
  if (end >= bytes.length) response.end(piece);
  // The connection ends after these bytes. It is not reset: a reset would discard data that the client has not read yet.
  else response.write(piece, () => response.socket?.end());
}
