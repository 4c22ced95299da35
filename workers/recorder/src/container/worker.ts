import { DurableObject } from "cloudflare:workers";
import * as z from "zod";
import { openPlaces, PLACE_ROOM, type Places } from "./places.ts";

/**
 * Runs the recorder on Cloudflare: several bots a container, behind the same HTTP API as the plain process. The container has its
 * own disk for the spool; it lives as long as its bots, and until what they have still to deliver is delivered.
 */

type Env = {
  RECORDERS: DurableObjectNamespace<RecorderContainer>;
  PLACES: DurableObjectNamespace<RecorderPlaces>;
  RECORDER_TOKEN: string;
};

const PORT = 8790;
/** As in ../settings.ts: the container would not start with a shorter one. */
const TOKEN_CHARS_MIN = 16;
const READY_TRIES = 60;
const LOOK_MS = 30_000;
const HEALTH_MS_MAX = 5000;
/** A container that has not answered so many times in a row hangs, and is ended. Acta orders other bots. */
const SILENT_LOOKS_MAX = 4;
/** Tells a container its own name, by which its room is known. */
const PLACE_HEADER = "X-Acta-Place";

const order = z.object({ botId: z.string().regex(/^[0-9a-z]{24}$/u), video: z.boolean() });
const health = z.object({ running: z.array(z.string()), spooledPieces: z.number() });
const NOTHING: z.infer<typeof health> = { running: [], spooledPieces: 0 };

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    // A secret that was never set would make "Bearer undefined" the token.
    if ((env.RECORDER_TOKEN ?? "").length < TOKEN_CHARS_MIN)
      return Response.json({ error: "not-configured" }, { status: 503 });
    if (pathname === "/v1/health") return Response.json({ ok: true });
    const botId = /^\/v1\/bots\/([0-9a-z]{24})(?:\/(?:stop|ask-again|say))?$/u.exec(pathname)?.[1] ?? null;
    const ordered = botId === null ? await orderOf(request) : null;
    // The container checks the token; without a bot there is none to ask, and a stranger shall not start any.
    if ((botId === null && ordered === null) || !(await isActa(request, env)))
      return Response.json({ error: "unauthorised" }, { status: 401 });
    const places = env.PLACES.getByName("all");
    const place = ordered === null ? await places.of(botId ?? "") : await places.take(ordered.botId, ordered.video);
    if (place === null) return Response.json({ error: "not-found" }, { status: 404 });
    const told = new Request(request);
    told.headers.set(PLACE_HEADER, place);
    const answer = await env.RECORDERS.getByName(place)
      .fetch(told)
      .catch(() => Response.json({ error: "unreachable" }, { status: 503 }));
    // Without an answer the bot may run all the same: the order that comes again must find it, and not start another one elsewhere.
    const isRefused = answer.status >= 400 && answer.status < 500;
    if (ordered !== null && isRefused) await places.leave(ordered.botId);
    return answer;
  },
};

async function orderOf(request: Request): Promise<z.infer<typeof order> | null> {
  if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/bots") return null;
  const parsed = order.safeParse(
    await request
      .clone()
      .json()
      .catch(() => null),
  );
  return parsed.success ? parsed.data : null;
}

async function isActa(request: Request, env: Env): Promise<boolean> {
  const given = await sha256(request.headers.get("Authorization") ?? "");
  const wanted = await sha256(`Bearer ${env.RECORDER_TOKEN}`);
  // Every byte is looked at, and digests say nothing about how much of a guess was right.
  return given.reduce((difference, byte, index) => difference | (byte ^ (wanted[index] ?? 0)), 0) === 0;
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Knows the container of each bot; there is one such object. */
export class RecorderPlaces extends DurableObject<Env> {
  readonly #places: Places;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#places = openPlaces(ctx.storage.sql, Date.now);
  }

  of(botId: string): string | null {
    return this.#places.of(botId);
  }

  take(botId: string, hasPicture: boolean): string {
    return this.#places.take(botId, hasPicture);
  }

  leave(botId: string): void {
    this.#places.leave(botId);
  }

  /** Gives back the room of bots that ended, and returns whether the container was closed because it has none. */
  settle(place: string, running: readonly string[], mayEnd: boolean): boolean {
    this.#places.settle(place, running);
    return mayEnd && this.#places.close(place);
  }
}

export class RecorderContainer extends DurableObject<Env> {
  /** The start that goes on: orders that come meanwhile wait for it. */
  #starting: Promise<boolean> | null = null;

  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx;
    if (!container) return Response.json({ error: "no-container" }, { status: 503 });
    // Only an order starts a container; a request for a bot that is gone is told so.
    if (!container.running) {
      if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/bots")) {
        return Response.json({ error: "not-found" }, { status: 404 });
      }
      await this.ctx.storage.put("place", request.headers.get(PLACE_HEADER));
      await this.ctx.storage.setAlarm(Date.now() + LOOK_MS);
      this.#starting ??= this.start(container);
    }
    if (!((await this.#starting) ?? true)) return Response.json({ error: "full" }, { status: 409 });
    return container.getTcpPort(PORT).fetch(request);
  }

  /** Looks after the container: gives back the room of its bots as they end, and ends it when it has nothing to do. */
  override async alarm(): Promise<void> {
    const { container, storage } = this.ctx;
    const place = await storage.get<string>("place");
    if (!container || place === undefined) return;
    // First, so that a failure below does not end the looks.
    await storage.setAlarm(Date.now() + LOOK_MS);
    const load = await this.looked(container);
    if (load === null) return;
    const isDone = load.running.length === 0 && load.spooledPieces === 0;
    if (!(await this.env.PLACES.getByName("all").settle(place, load.running, isDone))) return;
    if (container.running) container.signal(15);
    await storage.deleteAlarm();
    await storage.deleteAll();
  }

  /** Null where the container does not answer this time: it may be recording all the same. One that hangs is ended; its bots are lost, as Acta sees. */
  private async looked(container: Container): Promise<z.infer<typeof health> | null> {
    const { storage } = this.ctx;
    if (!container.running) return NOTHING;
    const load = await this.load();
    const silent = load === null ? ((await storage.get<number>("silent")) ?? 0) + 1 : 0;
    await storage.put("silent", silent);
    if (silent < SILENT_LOOKS_MAX) return load;
    await container.destroy();
    return NOTHING;
  }

  private async start(container: Container): Promise<boolean> {
    const env = { RECORDER_TOKEN: this.env.RECORDER_TOKEN, RECORDER_BOTS_MAX: String(PLACE_ROOM) };
    if (!container.running) container.start({ enableInternet: true, env });
    try {
      return await this.isReady();
    } finally {
      this.#starting = null;
    }
  }

  private async isReady(): Promise<boolean> {
    for (let turn = 0; turn < READY_TRIES; turn += 1) {
      if (await this.askHealth()) return true;
      await scheduler.wait(500);
    }
    return false;
  }

  /** Null where the container does not answer. */
  private async load(): Promise<z.infer<typeof health> | null> {
    const answer = await this.askHealth();
    const parsed = health.safeParse(await answer?.json().catch(() => null));
    return parsed.success ? parsed.data : null;
  }

  private async askHealth(): Promise<Response | null> {
    const headers = { Authorization: `Bearer ${this.env.RECORDER_TOKEN}` };
    const request = new Request("http://recorder/v1/health", { headers, signal: AbortSignal.timeout(HEALTH_MS_MAX) });
    return (
      (await this.ctx.container
        ?.getTcpPort(PORT)
        .fetch(request)
        .catch(() => null)) ?? null
    );
  }
}
