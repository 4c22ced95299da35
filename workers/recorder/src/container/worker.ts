import { DurableObject } from "cloudflare:workers";
import * as z from "zod";

/**
 * Runs the recorder on Cloudflare: one container a bot, behind the same HTTP API as the plain process. The container has its
 * own disk for the spool; it lives as long as its bot and a while longer, for what has still to be delivered.
 */

type Env = { RECORDERS: DurableObjectNamespace<RecorderContainer>; RECORDER_TOKEN: string };

const PORT = 8790;
/** As in ../settings.ts: the container would not start with a shorter one. */
const TOKEN_CHARS_MIN = 16;
const READY_TRIES = 60;
const LOOK_MS = 30_000;
/** A container that has had no bot and nothing to deliver for so long is ended. */
const IDLE_MS_MAX = 5 * 60_000;

const order = z.object({ botId: z.string().regex(/^[0-9a-z]{24}$/u) });
const health = z.object({ bots: z.number(), spooledPieces: z.number() });

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    // A secret that was never set would make "Bearer undefined" the token.
    if ((env.RECORDER_TOKEN ?? "").length < TOKEN_CHARS_MIN)
      return Response.json({ error: "not-configured" }, { status: 503 });
    if (pathname === "/v1/health") return Response.json({ ok: true });
    const botId =
      /^\/v1\/bots\/([0-9a-z]{24})(?:\/(?:stop|ask-again))?$/u.exec(pathname)?.[1] ?? (await orderedBot(request));
    // The container checks the token; without a bot there is none to ask, and a stranger shall not start any.
    if (!botId || !(await isActa(request, env))) return Response.json({ error: "unauthorised" }, { status: 401 });
    return env.RECORDERS.getByName(botId).fetch(request);
  },
};

async function orderedBot(request: Request): Promise<string | null> {
  if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/bots") return null;
  const parsed = order.safeParse(
    await request
      .clone()
      .json()
      .catch(() => null),
  );
  return parsed.success ? parsed.data.botId : null;
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

export class RecorderContainer extends DurableObject<Env> {
  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx;
    if (!container) return Response.json({ error: "no-container" }, { status: 503 });
    // Only an order starts a container; a request for a bot that is gone is told so.
    if (!container.running) {
      if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/bots")) {
        return Response.json({ error: "not-found" }, { status: 404 });
      }
      container.start({ enableInternet: true, env: { RECORDER_TOKEN: this.env.RECORDER_TOKEN } });
      if (!(await this.isReady())) return Response.json({ error: "full" }, { status: 409 });
      await this.ctx.storage.put("busyAt", Date.now());
      await this.ctx.storage.setAlarm(Date.now() + LOOK_MS);
    }
    return container.getTcpPort(PORT).fetch(request);
  }

  /** Looks after the container: ends it when it has had nothing to do for a while. */
  override async alarm(): Promise<void> {
    const { container, storage } = this.ctx;
    if (!container?.running) return;
    const now = Date.now();
    if (await this.isBusy()) await storage.put("busyAt", now);
    const busyAt = (await storage.get<number>("busyAt")) ?? now;
    if (now - busyAt >= IDLE_MS_MAX) {
      container.signal(15);
      await storage.deleteAll();
      return;
    }
    await storage.setAlarm(now + LOOK_MS);
  }

  private async isReady(): Promise<boolean> {
    for (let turn = 0; turn < READY_TRIES; turn += 1) {
      if (await this.askHealth()) return true;
      await scheduler.wait(500);
    }
    return false;
  }

  /** A container that does not answer may be recording all the same. */
  private async isBusy(): Promise<boolean> {
    const answer = await this.askHealth();
    const parsed = health.safeParse(await answer?.json().catch(() => null));
    return !parsed.success || parsed.data.bots > 0 || parsed.data.spooledPieces > 0;
  }

  private async askHealth(): Promise<Response | null> {
    const headers = { Authorization: `Bearer ${this.env.RECORDER_TOKEN}` };
    const request = new Request("http://recorder/v1/health", { headers });
    return (
      (await this.ctx.container
        ?.getTcpPort(PORT)
        .fetch(request)
        .catch(() => null)) ?? null
    );
  }
}
