import { parseMeetId } from "#app/domain/ids.ts";
import { invariant } from "#app/domain/invariant.ts";
import { HEALTH_CHECK_MS_MAX, HEALTH_FRESH_MS } from "#app/domain/limits/requests.ts";
import { errorResponse } from "#app/server/http/error-response.ts";
import { faultOf } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { isDiskFull } from "#workers/local-disk.ts";
import type { Config, Env } from "#workers/config.ts";

export const HEALTH_PATH = "/api/health";

/** `unasked`: asking would cost money or needs a recording; `none`: nothing is configured; `pending`: the first look is under way. */
type Answers = "yes" | "no" | "unasked" | "none" | "pending";
type Parts = Record<
  "database" | "recordings" | "meetings" | "disk" | "speech" | "language" | "recorder" | "mail",
  Answers
>;

type Needs = { env: Env; config: Config; services: Pick<Services, "meetings" | "log" | "now"> };

/**
 * GET /api/health: whether the Worker answers, what it was configured with, and which bindings and engines answer. Anybody
 * may ask, so it names no address and costs next to nothing: one look per HEALTH_FRESH_MS and isolate, for all callers.
 * `?light` looks at nothing: for callers that ask every second and must not take a slow database for a dead Worker.
 */
export async function answerHealth(request: Request, needs: Needs): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return errorResponse(request, "method-not-allowed", { headers: { Allow: "GET, HEAD" } });
  }
  const { environment, speech, language, recorder, mail } = needs.config.app;
  const engines = { speech, language, recorder, mail };
  if (new URL(request.url).searchParams.has("light")) return Response.json({ ok: true, environment, engines });
  const answers = await look(needs);
  const ok = [answers.database, answers.recordings, answers.meetings, answers.disk].every((part) => part !== "no");
  return Response.json({ ok, environment, engines, answers }, { status: ok ? 200 : 503 });
}

const PENDING: Parts = {
  database: "pending",
  recordings: "pending",
  meetings: "pending",
  disk: "pending",
  speech: "pending",
  language: "pending",
  recorder: "pending",
  mail: "pending",
};
let last: { env: Env; at: number; parts: Parts } | null = null;

/** The known parts, looked up again when they are old. Requests meanwhile get the earlier parts and start no second look. */
async function look(needs: Needs): Promise<Parts> {
  const at = needs.services.now();
  const known = last?.env === needs.env ? last : null;
  if (known && at - known.at < HEALTH_FRESH_MS) return known.parts;
  last = { env: needs.env, at, parts: known?.parts ?? PENDING };
  const parts = await lookAtAll(needs);
  last = { env: needs.env, at, parts };
  return parts;
}

/** An id that no meeting has: its object is asked and finds nothing. */
const NO_MEETING = parseMeetId("0".repeat(24));
/** A key that no object has. */
const NO_KEY = "health/none";

/** The outbox is in the bucket. A mail service is not asked: anybody may send this request, and a question needs the key. */
const MAIL_ANSWERS = { none: "none", local: "yes", resend: "unasked", cloudflare: "unasked", smtp: "unasked" } as const;

async function lookAtAll({ env, config, services }: Needs): Promise<Parts> {
  const { speech, language } = config;
  const ask = async (part: keyof Parts, question: () => Promise<unknown>): Promise<Answers> => {
    try {
      await Promise.race([question(), lateAfter(HEALTH_CHECK_MS_MAX)]);
      return "yes";
    } catch (error) {
      services.log("health.part.failed", { part, error: faultOf(error) });
      return "no";
    }
  };
  const askEngine = async (part: "speech" | "language"): Promise<Answers> => {
    const { engine, baseUrl } = part === "speech" ? speech : language;
    if (engine === "none") return "none";
    if (engine === "extractive") return "yes";
    // Any answer will do: servers offer different free requests, and the key is not sent.
    return baseUrl === null
      ? "unasked"
      : ask(part, () => fetch(baseUrl, { signal: AbortSignal.timeout(HEALTH_CHECK_MS_MAX) }));
  };
  const askRecorder = async (): Promise<Answers> => {
    const { engine, url } = config.recorder;
    if (engine === "none" || url === null) return "none";
    // A hosted recorder is not asked: anybody may send this request.
    if (engine !== "acta") return "unasked";
    return ask("recorder", () => fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(HEALTH_CHECK_MS_MAX) }));
  };
  const [isFull, database, recordings, meetings, speechAnswers, languageAnswers, recorder] = await Promise.all([
    isDiskFull(env),
    ask("database", () => env.DB.prepare("select 1").first()),
    ask("recordings", () => env.RECORDINGS.head(NO_KEY)),
    ask("meetings", () => {
      invariant(NO_MEETING !== null, "the id that no meeting has is well formed");
      return services.meetings.recording(NO_MEETING);
    }),
    askEngine("speech"),
    askEngine("language"),
    askRecorder(),
  ]);
  const mail = MAIL_ANSWERS[config.app.mail];
  // Only one machine has a disk that can be asked.
  const disk = isFull === null ? "none" : isFull ? "no" : "yes";
  return { database, recordings, meetings, disk, speech: speechAnswers, language: languageAnswers, recorder, mail };
}

function lateAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("no answer in time")), ms);
  });
}
