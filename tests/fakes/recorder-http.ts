import { createHash } from "node:crypto";
import {
  type BotEvent,
  type BotOrder,
  botOrder,
  type BotReason,
  type BotState,
  type BotStream,
  botWords,
} from "#app/contracts/recording/recorder.ts";
import { serve } from "#tests/fakes/serve.mjs";

/**
 * The recorder's HTTP API as a server on loopback, for an Acta that runs as a process. It accepts every order and reports each
 * bot as recording; nothing joins a meeting. The test sends the events and pieces of a bot, with `botOf`.
 */
const TOKEN = "the-recorder-stand-in";
const BOT_PATH = /^\/v1\/bots\/([0-9a-z]{24})(\/stop|\/ask-again|\/say)?$/;

export async function startRecorderStandIn() {
  const orders: BotOrder[] = [];
  /** Ids of the bots that were told to leave. */
  const stops: string[] = [];
  /** Texts that bots were told to write in the meeting's chat, as "<bot id>: <text>". */
  const said: string[] = [];
  const server = await serve(async (request) => {
    if (request.headers.get("Authorization") !== `Bearer ${TOKEN}`) return new Response(null, { status: 401 });
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/bots") {
      const order = botOrder.parse(await request.json());
      orders.push(order);
      return Response.json(reportOf(order), { status: 201 });
    }
    const [, botId = "", action] = BOT_PATH.exec(pathname) ?? [];
    const order = orders.findLast((each) => each.botId === botId);
    if (!order) return new Response(null, { status: 404 });
    if (action === undefined) return Response.json(reportOf(order));
    if (action === "/stop") stops.push(botId);
    if (action === "/say") said.push(`${botId}: ${botWords.parse(await request.json()).text}`);
    return new Response(null, { status: 202 });
  });
  return {
    env: { RECORDER_ENGINE: "acta", RECORDER_URL: server.origin, RECORDER_TOKEN: TOKEN },
    orders,
    stops,
    said,
    stop: () => server.stop(),
  };
}

function reportOf({ botId, attempt }: BotOrder) {
  const nothing = { reason: null, spooledPieces: 0, spooledBytes: 0 };
  return { botId, attempt, state: "recording", since: Date.now(), ...nothing };
}

type EventOfBot = BotEvent extends infer One ? (One extends BotEvent ? Omit<One, "seq" | "at"> : never) : never;

/** Sends events and pieces as a bot does, to the address and with the token of its order. */
export function botOf({ sink, attempt }: BotOrder) {
  let seq = 0;
  const send = async (path: string, method: string, body: BodyInit, headers: Record<string, string>) => {
    const authorised = { Authorization: `Bearer ${sink.token}`, ...headers };
    const answer = await fetch(`${sink.url}${path}`, { method, body, headers: authorised });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  };
  const say = (...events: EventOfBot[]) => {
    const numbered = events.map((event) => ({ ...event, seq: ++seq, at: Date.now() }));
    const body = JSON.stringify({ attempt, events: numbered });
    return send("/events", "POST", body, { "Content-Type": "application/json" });
  };
  return {
    /** The number of its first segment. */
    segment: attempt * 1000,
    say,
    state: (state: BotState, reason: BotReason | null = null) => say({ type: "state", state, reason }),
    put: (stream: BotStream, segment: number, index: number, bytes: Uint8Array<ArrayBuffer>) =>
      send(`/pieces/${stream}/${segment}/${index}`, "PUT", bytes, {
        "x-acta-sha256": createHash("sha256").update(bytes).digest("hex"),
      }),
  };
}
