import { vi } from "vitest";
import { type BotOrder, botOrder, type BotReport, botWords } from "#app/contracts/recording/recorder.ts";

/**
 * The recorder's HTTP API inside a worker test: it replaces the network for one origin. It sends no pieces of its
 * own; the test does, as the bot that was ordered.
 */
export const RECORDER_ORIGIN = "http://127.0.0.1:1";
const TOKEN = "Bearer the-recorder-of-this-test";

export type RecorderStandIn = {
  orders: BotOrder[];
  stops: string[];
  asksAgain: string[];
  /** Texts that bots were told to write in the chat, as "<bot id>: <text>". */
  said: string[];
  /** Reports by bot id; the recorder has lost a bot that has no report. */
  reports: Map<string, BotReport>;
  /** Statuses of the next answers, for any authorized request; 0: the recorder cannot be reached. */
  failures: number[];
};

export function standInForRecorder(): RecorderStandIn {
  const standIn: RecorderStandIn = { orders: [], stops: [], asksAgain: [], said: [], reports: new Map(), failures: [] };
  const network = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== RECORDER_ORIGIN) return network(input, init);
    return answer(standIn, request);
  });
  return standIn;
}

async function answer(standIn: RecorderStandIn, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.headers.get("Authorization") !== TOKEN) return new Response(null, { status: 401 });
  const failure = standIn.failures.shift();
  if (failure === 0) throw new TypeError("connection refused");
  if (failure !== undefined) return Response.json({ error: "full" }, { status: failure });
  if (pathname === "/v1/bots" && request.method === "POST") {
    const order = botOrder.parse(await request.json());
    const known = standIn.reports.get(order.botId);
    if (known?.attempt === order.attempt) return Response.json(known);
    standIn.orders.push(order);
    const report = reportOf(order, "starting");
    standIn.reports.set(order.botId, report);
    return Response.json(report, { status: 201 });
  }
  const [, botId = "", stop] = /^\/v1\/bots\/([0-9a-z]{24})(\/stop|\/ask-again|\/say)?$/.exec(pathname) ?? [];
  const report = standIn.reports.get(botId);
  if (report === undefined) return new Response(null, { status: 404 });
  if (stop === undefined) return Response.json(report);
  if (stop === "/say") standIn.said.push(`${botId}: ${botWords.parse(await request.json()).text}`);
  else if (stop === "/ask-again") standIn.asksAgain.push(botId);
  else standIn.stops.push(botId);
  return new Response(null, { status: 202 });
}

export function reportOf({ botId, attempt }: BotOrder, state: BotReport["state"]): BotReport {
  return { botId, attempt, state, reason: null, since: Date.now(), spooledPieces: 0, spooledBytes: 0 };
}
