import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "#tests/support/free-port.ts";

/** The gate of an own server, as a process of its own before a server that says what reached it. */

type Reached = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

const inner = createServer((request, response) => {
  let body = "";
  request.on("data", (bytes) => (body += String(bytes)));
  request.on("end", () => {
    const { method, url, headers } = request;
    response.setHeader("Set-Cookie", ["one=1", "two=2"]);
    response.end(JSON.stringify({ method, url, headers, body }));
  });
});
let gate: ChildProcess;
let port = 0;

beforeAll(async () => {
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  port = await freePort();
  gate = spawn(process.execPath, [path.resolve("workers/local/server/gate.mjs")], {
    env: {
      ...process.env,
      GATE_PORT: String(port),
      GATE_ORIGIN: "https://acta.example",
      GATE_INNER: `http://127.0.0.1:${(inner.address() as AddressInfo).port}`,
    },
    stdio: "inherit",
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/_gate/health`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await vi.waitUntil(isUp, { timeout: 20_000, interval: 50 });
});

afterAll(async () => {
  gate.kill();
  await once(gate, "exit");
  inner.close();
});

async function send(target: string, headers: Record<string, string> = {}, body = "") {
  const method = body === "" ? "GET" : "POST";
  const sent = ask({ host: "127.0.0.1", port, path: target, method, headers: { host: "acta.example", ...headers } });
  sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, "response");
  let text = "";
  for await (const bytes of answer ?? []) text += String(bytes);
  return { status: answer?.statusCode, headers: answer?.headers ?? {}, text };
}

const reached = async (...sent: Parameters<typeof send>): Promise<Reached> => JSON.parse((await send(...sent)).text);

test("passes a request on as it is, under the name of the pages", async () => {
  const { headers, ...rest } = await reached("/a%20b?c=%2F", { cookie: "a=b", origin: "https://acta.example" }, "body");
  expect(rest).toEqual({ method: "POST", url: "/a%20b?c=%2F", body: "body" });
  expect(headers).toMatchObject({ host: "acta.example", cookie: "a=b", origin: "https://acta.example" });
  expect((await send("/")).headers["set-cookie"]).toEqual(["one=1", "two=2"]);
});

test("the client's address is the last that the proxy names, whatever the client wrote before it", async () => {
  const named = async (value: string) =>
    (await reached("/", { "x-forwarded-for": value, "cf-connecting-ip": "1.2.3.4" })).headers["cf-connecting-ip"];
  expect(await named("198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
  expect(await named("2001:db8::1")).toBe("2001:db8::1");
  for (const nothing of ["", "somebody", "203.0.113.9,"]) expect(await named(nothing)).toBe("127.0.0.1");
});

test("headers by which a client could speak as a proxy, or to workerd's simulator, go no further", async () => {
  const { headers } = await reached("/", {
    "mf-original-url": "http://localhost/api/admin/plans",
    "mf-route-override": "x",
    "cf-ray": "x",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "for=1.2.3.4",
    "x-real-ip": "1.2.3.4",
    "proxy-authorization": "x",
  });
  const odd = Object.keys(headers).filter((name) => !["host", "connection", "cf-connecting-ip"].includes(name));
  expect(odd).toEqual([]);
});

test.each(["localhost", "127.0.0.1:8787", "evil.example", "acta.example.evil.example", "acta.example:80"])(
  "a request for %s is another server's",
  async (host) => {
    expect((await send("/", { host })).status).toBe(421);
  },
);

test.each([
  "/api/admin/plans",
  "/api/admin",
  "/x/../api/admin/plans",
  "/%2e/api/admin/plans",
  "/_local/cron",
  "/_local/outbox/1",
  "/_local/s3/../cron",
  "/cdn-cgi/mf/scheduled",
  "/_gate/health",
])("%s does not exist from outside", async (target) => {
  expect((await send(target, {}, "x")).status).toBe(404);
});

test("presigned uploads pass, and a path with two slashes is no other server's name", async () => {
  expect((await reached("/_local/s3/acta-recordings/key?X-Amz-Signature=1")).url).toContain(
    "/_local/s3/acta-recordings/key",
  );
  expect((await reached("//evil.example/x")).headers.host).toBe("acta.example");
  expect((await send("http://evil.example/")).status).toBe(400);
});

test("a page that was asked for without TLS is asked for again with it", async () => {
  const answer = await send("/history?a=1", { "x-forwarded-proto": "http" });
  expect([answer.status, answer.headers.location]).toEqual([308, "https://acta.example/history?a=1"]);
});

test("while the Worker is away, the client is told when to come back", async () => {
  inner.close();
  inner.closeAllConnections();
  const answer = await send("/", {}, "body");
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
});
