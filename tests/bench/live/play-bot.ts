import { createHash } from "node:crypto";
import {
  type BotEvent,
  type BotOrder,
  botOrder,
  type BotReport,
  type BotStream,
} from "#app/contracts/recording/recorder.ts";
import { serve } from "#tests/fakes/serve.mjs";

/** Our recorder's API with one bot that this process plays: it takes the order, and reports the request to leave. */
export async function startRecorderForOne() {
  let giveOrder = (_order: BotOrder) => {};
  let tellToLeave = () => {};
  const ordered = new Promise<BotOrder>((resolve) => {
    giveOrder = resolve;
  });
  const told = new Promise<void>((resolve) => {
    tellToLeave = resolve;
  });
  let report: BotReport | null = null;
  const server = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/bots") {
      const order = botOrder.parse(await request.json());
      const { botId, attempt } = order;
      const since = Date.now();
      report = { botId, attempt, state: "recording", reason: null, since, spooledPieces: 0, spooledBytes: 0 };
      giveOrder(order);
      return Response.json(report, { status: 201 });
    }
    if (pathname.endsWith("/stop")) {
      tellToLeave();
      return new Response(null, { status: 202 });
    }
    return report === null ? new Response(null, { status: 404 }) : Response.json(report);
  });
  return { origin: server.origin, ordered, told, stop: () => server.stop() };
}

const ATTEMPTS_MAX = 5;
type Said = BotEvent extends infer One ? (One extends BotEvent ? Omit<One, "seq" | "at"> : never) : never;

/** Sends the events and pieces of a bot, to the address and with the token of its order. */
export function botOf({ sink, attempt }: BotOrder) {
  let seq = 0;
  let again = 0;
  const authorization = { Authorization: `Bearer ${sink.token}` };
  /** Tries again with the same bytes when a connection broke, as a recorder does. */
  async function send(path: string, init: RequestInit): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const headers = { ...authorization, ...Object.fromEntries(new Headers(init.headers)) };
      const answer = await fetch(`${sink.url}${path}`, { ...init, headers }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      if (attempt === ATTEMPTS_MAX) throw new Error(`${path} was answered ${answer?.status}`);
      again += 1;
    }
  }
  return {
    /** `at`: the time of the events, in epoch ms. */
    say(at: number, ...events: Said[]): Promise<void> {
      const body = JSON.stringify({ attempt, events: events.map((event) => ({ ...event, seq: ++seq, at })) });
      return send("/events", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    },
    put(stream: BotStream, segment: number, number: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const headers = { "x-acta-sha256": sha256 };
      return send(`/pieces/${stream}/${segment}/${number}`, { method: "PUT", headers, body: bytes });
    },
    /** Number of requests that were sent again. */
    again: () => again,
  };
}
