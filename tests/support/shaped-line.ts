import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { lateBy, SharedRate } from "#tests/support/shared-rate.ts";

/** One request on the line. Times are performance.now(); `bodyBytes`: bytes of the body that went over the line, even if it was cut. */
export type Passage = {
  method: string;
  path: string;
  startedAt: number;
  bodyBytes: number;
  status: number | null;
  answeredAt: number | null;
};

export type LineOptions = { /** 0 is any. */ port: number; bitsPerSecond: number; roundTripMs: number };

/** A break of the line after `atBytes` of PUT data (in rising order); the line is then down for `downMs`. */
export type Break = { atBytes: number; downMs: number };

export type Line = {
  proxy: string;
  passages: Passage[];
  breaksDone(): number;
  isUp(): boolean;
  /** Bytes of PUT data that went over the line. */
  putBytes(): number;
  /** Clears the passages, and sets the next breaks. */
  begin(breaks: readonly Break[]): void;
  stop(): Promise<void>;
};

/**
 * A forward proxy that acts as the line of a browser: all connections share one rate in each direction, every byte is late by half
 * the round trip, a new connection costs one round trip, and a break resets every connection and refuses new ones for a while. The
 * kernel's buffers are before the proxy: a browser may count data there as sent, the counts here do not.
 */
export async function openLine({ port, bitsPerSecond, roundTripMs }: LineOptions): Promise<Line> {
  const [up, down] = [new SharedRate(bitsPerSecond / 8), new SharedRate(bitsPerSecond / 8)];
  const sockets = new Set<Socket>();
  let passages: Passage[] = [];
  let breaks: Break[] = [];
  let putBytes = 0;
  let done = 0;
  let downUntil = 0;

  const breakLine = (downMs: number) => {
    done += 1;
    downUntil = performance.now() + downMs;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const put = (bytes: number) => {
    putBytes += bytes;
    const [next] = breaks;
    if (next === undefined || putBytes < next.atBytes) return;
    breaks = breaks.slice(1);
    breakLine(next.downMs);
  };

  const http = createHttpServer((incoming, outgoing) => {
    const passage = passageOf(incoming);
    passages.push(passage);
    const passed = (bytes: number) => {
      passage.bodyBytes += bytes;
      if (passage.method === "PUT") put(bytes);
    };
    carry({ incoming, outgoing, passage, up, down, passed, halfMs: roundTripMs / 2 }).catch(() => outgoing.destroy());
  });
  http.on("connect", (incoming: IncomingMessage, socket: Duplex) => tunnel(incoming.url ?? "", socket));
  http.on("clientError", (_error, socket) => socket.destroy());
  // No limit of the proxy's own may look like the line's.
  http.requestTimeout = 0;
  http.headersTimeout = 0;
  http.keepAliveTimeout = 60_000;

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on("error", () => undefined);
    if (performance.now() < downUntil) return void socket.resetAndDestroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    setTimeout(() => {
      if (socket.destroyed) return;
      http.emit("connection", socket);
      socket.resume();
    }, roundTripMs);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    proxy: `http://127.0.0.1:${address.port}`,
    get passages() {
      return passages;
    },
    breaksDone: () => done,
    isUp: () => performance.now() >= downUntil,
    putBytes: () => putBytes,
    begin(next) {
      passages = [];
      breaks = [...next];
      putBytes = 0;
      done = 0;
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

function passageOf({ method = "GET", url = "/" }: IncomingMessage): Passage {
  const { pathname, search } = new URL(url, "http://localhost");
  return {
    method,
    path: pathname + search,
    startedAt: performance.now(),
    bodyBytes: 0,
    status: null,
    answeredAt: null,
  };
}

type Carried = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  passage: Passage;
  up: SharedRate;
  down: SharedRate;
  passed: (bytes: number) => void;
  halfMs: number;
};

/** Brings one request over the line and its answer back. */
async function carry({ incoming, outgoing, passage, up, down, passed, halfMs }: Carried): Promise<void> {
  const target = new URL(incoming.url ?? "/");
  const { "proxy-connection": _, ...headers } = incoming.headers;
  const onward = request({
    host: target.hostname,
    port: target.port,
    path: target.pathname + target.search,
    method: incoming.method,
    headers,
  });
  const answered = once(onward, "response");
  outgoing.once("close", () => onward.destroy());
  // A server that answers before it has read everything ends the body's way, not the request.
  const sent = pipeline(incoming, up.stream(passed), lateBy(halfMs), onward);
  const failed = sent.catch((error: unknown) => {
    onward.destroy();
    throw error;
  });
  failed.catch(() => undefined);
  const [response]: IncomingMessage[] = await answered;
  if (response === undefined) throw new Error("no answer");
  await new Promise((resolve) => setTimeout(resolve, halfMs));
  passage.status = response.statusCode ?? null;
  outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
  await pipeline(response, down.stream(), outgoing);
  passage.answeredAt = performance.now();
}

/** Passes a socket of the page through at full rate: it carries little data, and breaks with the other connections. */
function tunnel(authority: string, socket: Duplex): void {
  const [host = "localhost", port = "80"] = authority.split(":");
  const onward = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    onward.pipe(socket).pipe(onward);
  });
  onward.on("error", () => socket.destroy());
  socket.on("error", () => onward.destroy());
  socket.on("close", () => onward.destroy());
}
