import { DAY_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of requests: what may be asked, and how often. */

/**
 * D §8: calls a minute that one person or one network may make; wrangler.toml gives the same figures to Cloudflare's rate
 * limits. Far above ordinary use: a page asks for session and credits six times a minute, an office shares one address.
 */
export const RATE_PERIOD_S = 60;
export const RATE_LIMITS = {
  /** Starting a sign-in and coming back from one, each, by network: nobody is known yet. */
  "sign-in": 120,
  /** Every call of the API, by network. */
  network: 6000,
  /** Beginning an upload and announcing its bytes, each, by person. */
  upload: 120,
  /** Signing the parts of uploads, by person: 2 GB over a line of a gigabit are some 700 a minute. */
  parts: 1200,
  /** Asking for a failed step again, by person. */
  retry: 30,
  /** What is asked of a shared page (the page itself, its recording, its files), by network. */
  share: 600,
  /** Corrections of minutes and transcript, each kind, by person; ticking off a list of tasks is one call a task. */
  edit: 120,
  /** What open pages send by themselves (session, credits, analytics), each, by person. */
  poll: 600,
  /** Questions about meetings, by person: each may cost a question to a model. */
  chat: 20,
} as const;
export type RateLimit = keyof typeof RATE_LIMITS;
/** /api/health: how old an answer about bindings and engines may be, and how long one of them may take. */
export const HEALTH_FRESH_MS = 10 * SECOND_MS;
export const HEALTH_CHECK_MS_MAX = 3 * SECOND_MS;
/** D §4: keys that one page of a rebuild walks. Each meeting costs two or three of the 1000 requests that one request may make. */
export const REBUILD_PAGE_KEYS = 200;
/** An operator's secret: long enough that nobody guesses it. */
export const ADMIN_TOKEN_CHARS_MIN = 24;
export const SHARE_SECRET_CHARS_MIN = 32;
/** Bodies of our JSON and form routes. */
export const BODY_BYTES_MAX = 64 * KIB;
/** Open pages of one meeting. */
export const LIVE_SOCKETS_MAX = 200;
/** D §8: how long a socket is told things before it has to say again who it is. */
export const LIVE_SOCKET_MS_MAX = 10 * MINUTE_MS;
/** Notes of which meetings stream to a session are kept for so long: far longer than LIVE_SOCKET_MS_MAX, after which a socket is asked again. */
export const SESSION_STREAM_MS_MAX = DAY_MS;
/** Meetings that are told in one go that sessions have ended; the sweep tells the rest. */
export const SESSION_STREAMS_ENDED_MAX = 200;
/** D §8: how often an open stream of a recording asks whether its reader still may: by time, and by what has passed. */
export const STREAM_CHECK_MS = 20 * SECOND_MS;
export const STREAM_CHECK_BYTES = 4 * MIB;
