import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { botOrder, botWords } from "#app/contracts/recording/recorder.ts";
import { faultOf, log } from "../log.ts";
import type { RecorderSettings } from "../settings.ts";
import type { Bots } from "./bots.ts";

/** An order has a link, a name and a token; nothing in it is long. */
const ORDER_BYTES_MAX = 32 * 1024;

type Answer = { status: number; body: unknown };

const NOT_FOUND: Answer = { status: 404, body: { error: "not-found" } };

/** The HTTP API of app/contracts/recording/recorder.ts. */
export function serve(settings: RecorderSettings, bots: Bots): Server {
  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown): Answer => {
        log("recorder.request.failed", { error: faultOf(error) });
        return { status: 500, body: { error: "internal" } };
      })
      .then(({ status, body }) => write(response, status, body))
      .catch(() => response.destroy());
  });
  server.requestTimeout = 20_000;
  server.headersTimeout = 10_000;
  const secret = digest(settings.token);

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? "/", "http://recorder.invalid");
    const known = timingSafeEqual(secret, digest(bearer(request)));
    if (request.method === "GET" && pathname === "/v1/health") {
      // Anyone who can reach it may know that it runs; how busy it is, Acta may.
      return { status: 200, body: known ? { ok: true, botsMax: settings.botsMax, ...bots.load() } : { ok: true } };
    }
    if (!known) return { status: 401, body: { error: "unauthorised" } };
    if (pathname === "/v1/bots") return request.method === "POST" ? begin(request) : wrongMethod();
    const match = /^\/v1\/bots\/([0-9a-z]{24})(?:\/(stop|ask-again|say))?$/u.exec(pathname);
    if (!match) return NOT_FOUND;
    const [, botId = "", wish] = match;
    if (wish) {
      if (request.method !== "POST") return wrongMethod();
      if (wish === "say") return say(botId, request);
      const isTold = wish === "stop" ? bots.stop(botId) : bots.askAgain(botId);
      return isTold ? { status: 202, body: { ok: true } } : NOT_FOUND;
    }
    if (request.method !== "GET") return wrongMethod();
    const report = bots.report(botId);
    return report ? { status: 200, body: report } : NOT_FOUND;
  }

  async function say(botId: string, request: IncomingMessage): Promise<Answer> {
    const text = await readBody(request);
    if (text === null) return { status: 413, body: { error: "too-large" } };
    const words = botWords.safeParse(parseJson(text));
    if (!words.success) return { status: 400, body: { error: "words" } };
    return bots.say(botId, words.data.text) ? { status: 202, body: { ok: true } } : NOT_FOUND;
  }

  async function begin(request: IncomingMessage): Promise<Answer> {
    const text = await readBody(request);
    if (text === null) return { status: 413, body: { error: "too-large" } };
    const order = botOrder.safeParse(parseJson(text));
    if (!order.success) return { status: 400, body: { error: "order", where: order.error.issues[0]?.path.join(".") } };
    const outcome = await bots.start(order.data);
    if (outcome.ok) return { status: outcome.value.new ? 201 : 200, body: outcome.value.report };
    return { status: outcome.reason === "full" ? 409 : 422, body: { error: outcome.reason } };
  }

  return server;
}

function wrongMethod(): Answer {
  return { status: 405, body: { error: "method" } };
}

function bearer(request: IncomingMessage): string {
  return /^Bearer (.+)$/u.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk: Buffer = part;
    bytes += chunk.length;
    if (bytes > ORDER_BYTES_MAX) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function write(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}
