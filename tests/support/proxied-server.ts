import { once } from "node:events";
import { createServer, type IncomingMessage, request as ask, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { invariant } from "#app/domain/invariant.ts";

/**
 * The proxy before an own server, as Caddy is one: keeps the Host, and says in its headers that the client used https and from where. It has no
 * certificate, so that `ask` is the browser that believes it: a fetch whose requests to `origin` go to the proxy.
 */
export type ProxiedServer = {
  ask: typeof fetch;
  upgrade(path: string, headers: Record<string, string>): Promise<string>;
  stop(): void;
};

/** The address of the client, as the proxy says. */
export const CLIENT_ADDRESS = "203.0.113.9";

export async function startProxy(origin: string, gatePort: number): Promise<ProxiedServer> {
  const { host } = new URL(origin);
  const said = (request: IncomingMessage) => ({
    ...request.headers,
    "x-forwarded-for": CLIENT_ADDRESS,
    "x-forwarded-proto": "https",
    "x-forwarded-host": host,
  });
  const server: Server = createServer((request, response) => {
    const passed = ask({
      port: gatePort,
      host: "127.0.0.1",
      method: request.method,
      path: request.url,
      headers: said(request),
    });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.writeHead(502).end());
    request.pipe(passed);
  });
  server.on("upgrade", (request, socket, head) => {
    const gate = connect(gatePort, "127.0.0.1");
    const lines = Object.entries(said(request)).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    gate.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("")}\r\n`);
    gate.write(head);
    gate.pipe(socket).pipe(gate);
    for (const each of [gate, socket]) each.on("error", () => each.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    async ask(input, init) {
      const request = new Request(input, init);
      const url = new URL(request.url);
      if (url.origin !== origin) return fetch(request);
      const body = Buffer.from(await request.arrayBuffer());
      const { method } = request;
      const length = method === "GET" ? {} : { "content-length": String(body.length) };
      const headers = { ...Object.fromEntries(request.headers), host, ...length };
      const sent = ask({ host: "127.0.0.1", port, method, path: `${url.pathname}${url.search}`, headers });
      sent.end(body);
      const [answer]: IncomingMessage[] = await once(sent, "response");
      invariant(answer, "an answer came");
      return responseOf(answer);
    },
    async upgrade(path, headers) {
      const socket = ask({
        host: "127.0.0.1",
        port,
        path,
        headers: {
          host,
          origin,
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
          ...headers,
        },
      });
      socket.end();
      const [answer, opened] = await Promise.race([once(socket, "upgrade"), once(socket, "response")]);
      opened?.destroy();
      socket.destroy();
      return `${answer.statusCode} ${answer.headers["sec-websocket-accept"] ?? ""}`.trim();
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const headers = new Headers();
  for (let place = 0; place < answer.rawHeaders.length; place += 2) {
    headers.append(answer.rawHeaders[place] ?? "", answer.rawHeaders[place + 1] ?? "");
  }
  const status = answer.statusCode ?? 502;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers });
}
