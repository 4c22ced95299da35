// The only way to an own server from outside: stands between the proxy that has the certificate and the Worker, which listens on loopback.
//
// A request from here carries the name of the pages, the client's address as this process knows it, and none of the headers by which a client
// could speak as a proxy or to workerd's simulator. Operator's pages and the cron path do not exist here; they are on the inner port.
import { Agent, createServer, request as ask } from "node:http";
import { BlockList, isIP } from "node:net";
import process from "node:process";

const { GATE_HOST = "127.0.0.1", GATE_PORT = "8080", GATE_ORIGIN = "", GATE_INNER = "" } = process.env;
const origin = new URL(GATE_ORIGIN);
const inner = new URL(GATE_INNER);

/** Networks that a proxy may be in. Only there is what it says of the client believed. */
const PROXIES = new BlockList();
for (const [network, prefix] of /** @type {const} */ ([
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
])) {
  PROXIES.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of /** @type {const} */ ([
  ["::1", 128],
  ["fc00::", 7],
]))
  PROXIES.addSubnet(network, prefix, "ipv6");

/** Of clients and of proxies; the Worker gets what this process says instead. */
const DROPPED =
  /^(?:mf-|cf-|x-forwarded-|forwarded$|x-real-ip$|host$|connection$|keep-alive$|proxy-|te$|trailer$|transfer-encoding$|upgrade$)/;
const INNER_ONLY = /^\/(?:_local\/(?!s3\/)|api\/admin(?:\/|$)|cdn-cgi(?:\/|$)|_gate(?:\/|$))/;
const HEADERS_MS_MAX = 60_000;
const RETRY_AFTER_S = 5;
/** A new connection for each request: one that is kept may be closed by the Worker at the moment of its use. */
const agent = new Agent({ keepAlive: false });

/**
 * @typedef {import("node:http").IncomingMessage} Incoming
 * @typedef {{ status: number, text: string, headers?: Record<string, string> }} Refusal
 */

/** @param {Incoming} request */
function peerOf(request) {
  return (request.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "");
}

/** @param {string} address */
function isProxy(address) {
  const family = isIP(address);
  return family !== 0 && PROXIES.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** The client's address. A proxy writes it at the end of the list; what stands before came from the client. @param {Incoming} request */
function clientOf(request) {
  const peer = peerOf(request);
  const last =
    String(request.headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "";
  return isProxy(peer) && isIP(last) !== 0 ? last : peer;
}

/** Why a request goes no further, or where to. @param {Incoming} request @returns {{ refusal: Refusal } | { target: string }} */
function judge(request) {
  const target = request.url ?? "/";
  if (!target.startsWith("/") || !URL.canParse(target, origin))
    return { refusal: { status: 400, text: "Bad request" } };
  // Together, because a path that begins with two slashes is a host to the parser.
  const url = new URL(`${origin.origin}${target}`);
  const isOurs = request.headers.host?.toLowerCase() === origin.host;
  if (!isOurs) return { refusal: { status: 421, text: "Another server's name" } };
  if (INNER_ONLY.test(url.pathname)) return { refusal: { status: 404, text: "Not found" } };
  if (isProxy(peerOf(request)) && request.headers["x-forwarded-proto"] === "http") {
    return {
      refusal: { status: 308, text: "", headers: { Location: `${origin.origin}${url.pathname}${url.search}` } },
    };
  }
  return { target: `${url.pathname}${url.search}` };
}

/** @param {Incoming} request @param {string} target @param {Record<string, string>} more */
function askInner(request, target, more = {}) {
  /** @type {Record<string, string | string[]>} */
  const headers = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !DROPPED.test(name)) headers[name] = value;
  }
  // A body without a length is passed on as one.
  if (request.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  return ask({
    host: inner.hostname,
    port: inner.port,
    method: request.method ?? "GET",
    path: target,
    headers: { ...headers, ...more, host: origin.host, "cf-connecting-ip": clientOf(request) },
    agent,
  });
}

/** @param {Refusal} refusal @returns {Refusal} */
function whole({ status, text, headers }) {
  return {
    status,
    text: `${text}\n`,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store", ...headers },
  };
}

const UNAVAILABLE = { status: 503, text: "Acta is starting", headers: { "Retry-After": String(RETRY_AFTER_S) } };

const server = createServer({ requestTimeout: 0, headersTimeout: HEADERS_MS_MAX }, (request, response) => {
  if (request.url === "/_gate/health" && request.headers.host === `127.0.0.1:${GATE_PORT}`) {
    response.writeHead(200).end();
    return;
  }
  /** @param {Refusal} refusal */
  const refuse = (refusal) => {
    if (response.headersSent) return response.destroy();
    const { status, text, headers } = whole(refusal);
    // The rest of a body that nothing reads ends with the connection.
    response.writeHead(status, { ...headers, Connection: "close" }).end(text);
  };
  const judged = judge(request);
  if ("refusal" in judged) return refuse(judged.refusal);
  const passed = askInner(request, judged.target);
  passed.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  passed.on("error", () => refuse(UNAVAILABLE));
  request.on("error", () => passed.destroy());
  response.on("close", () => passed.destroy());
  request.pipe(passed);
});

/** @param {import("node:http").IncomingHttpHeaders} headers */
function withoutConnection(headers) {
  const { connection: _connection, "keep-alive": _keepAlive, "transfer-encoding": _encoding, ...rest } = headers;
  return rest;
}

// Live sockets.
server.on("upgrade", (request, socket, head) => {
  socket.on("error", () => socket.destroy());
  /** @param {Refusal} refusal */
  const refuse = (refusal) => {
    const { status, text, headers = {} } = whole(refusal);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(
      `HTTP/1.1 ${status} Refused\r\n${lines.join("")}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
    );
  };
  const judged = judge(request);
  if ("refusal" in judged) return refuse(judged.refusal);
  const passed = askInner(request, judged.target, { connection: "Upgrade", upgrade: String(request.headers.upgrade) });
  passed.on("upgrade", (answer, innerSocket, innerHead) => {
    innerSocket.on("error", () => innerSocket.destroy());
    innerSocket.on("close", () => socket.destroy());
    socket.on("close", () => innerSocket.destroy());
    const lines = answer.rawHeaders.map((text, place) => (place % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
    socket.write(innerHead);
    innerSocket.write(head);
    innerSocket.pipe(socket).pipe(innerSocket);
  });
  // The Worker refused the upgrade.
  passed.on("response", (answer) => {
    answer.resume();
    refuse({ status: answer.statusCode ?? 502, text: "" });
  });
  passed.on("error", () => refuse(UNAVAILABLE));
  socket.on("close", () => passed.destroy());
  passed.end();
});

server.listen(Number(GATE_PORT), GATE_HOST);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
    process.exit(0);
  });
}
