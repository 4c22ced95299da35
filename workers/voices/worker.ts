import { DurableObject } from "cloudflare:workers";

/** Runs the voices server on Cloudflare, behind the same HTTP API: a few containers that share the windows of all recordings. */

type Env = { VOICES: DurableObjectNamespace<VoicesContainer>; VOICES_TOKEN: string };

const PORT = 8791;
/** As in voices-server.mjs: the container would not start with a shorter one. */
const TOKEN_CHARS_MIN = 16;
/** As `max_instances` in wrangler.toml. */
const CONTAINERS = 5;
const READY_TRIES = 60;
const READY_WAIT_MS = 500;
const IDLE_MS_MAX = 5 * 60_000;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    // A secret that was never set would make "Bearer undefined" the token.
    if ((env.VOICES_TOKEN ?? "").length < TOKEN_CHARS_MIN)
      return Response.json({ error: "not-configured" }, { status: 503 });
    if (pathname === "/health") return Response.json({ ok: true });
    // A stranger shall start no container.
    if (!(await isActa(request, env))) return Response.json({ error: "unauthorised" }, { status: 401 });
    return env.VOICES.getByName(String(Math.floor(Math.random() * CONTAINERS))).fetch(request);
  },
};

async function isActa(request: Request, env: Env): Promise<boolean> {
  const given = await sha256(request.headers.get("Authorization") ?? "");
  const wanted = await sha256(`Bearer ${env.VOICES_TOKEN}`);
  // Every byte is looked at, and digests say nothing about how much of a guess was right.
  return given.reduce((difference, byte, index) => difference | (byte ^ (wanted[index] ?? 0)), 0) === 0;
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

export class VoicesContainer extends DurableObject<Env> {
  override async fetch(request: Request): Promise<Response> {
    const { container, storage } = this.ctx;
    if (!container) return Response.json({ error: "no-container" }, { status: 503 });
    await storage.setAlarm(Date.now() + IDLE_MS_MAX);
    if (!container.running) {
      container.start({ enableInternet: false, env: { VOICES_TOKEN: this.env.VOICES_TOKEN } });
    }
    // One that has just been started, by this request or another, still loads its models.
    if (!(await this.isReady())) return Response.json({ error: "not-ready" }, { status: 503 });
    return container.getTcpPort(PORT).fetch(request);
  }

  /** Ends a container that had no request for a while. */
  override async alarm(): Promise<void> {
    if (this.ctx.container?.running) this.ctx.container.signal(15);
  }

  private async isReady(): Promise<boolean> {
    const port = this.ctx.container?.getTcpPort(PORT);
    for (let turn = 0; turn < READY_TRIES; turn += 1) {
      const answer = await port?.fetch("http://voices/health").catch(() => null);
      if (answer?.ok) return true;
      await scheduler.wait(READY_WAIT_MS);
    }
    return false;
  }
}
