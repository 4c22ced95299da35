import { DAY_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of requests: their contents and their rate. */

/**
 * D §8: calls per minute of one person or one network; wrangler.toml gives the same figures to Cloudflare's rate limits. Far
 * above ordinary use: a page asks for session and credits six times a minute, and an office shares one address.
 */
export const RATE_PERIOD_S = 60;
export const RATE_LIMITS = {
  /** Starting a sign-in and returning from one, each, by network: the person is not known yet. */
  "sign-in": 120,
  /** Every call of the API, by network. */
  network: 6000,
  /** Starting an upload and announcing its bytes, each, by person. */
  upload: 120,
  /** Signing the parts of uploads, by person: 2 GB over a gigabit connection are some 700 a minute. */
  parts: 1200,
  /** Retrying a failed step, by person. */
  retry: 30,
  /** Requests for a shared page (the page itself, its recording, its files), by network. */
  share: 600,
  /** Corrections of minutes and transcript, each kind, by person; every ticked task is one call. */
  edit: 120,
  /** Automatic requests of open pages (session, credits, analytics), each, by person. */
  poll: 600,
  /** Questions about meetings, by person: each may cost a request to a model. */
  chat: 20,
} as const;
export type RateLimit = keyof typeof RATE_LIMITS;
/** /api/health: maximum age of an answer about bindings and engines, and time limit of each check. */
export const HEALTH_FRESH_MS = 10 * SECOND_MS;
export const HEALTH_CHECK_MS_MAX = 3 * SECOND_MS;
/**
 * D §4: keys that one page of a rebuild walks. Each meeting costs two or three of the 1000 subrequests that one request may make.
 */
export const REBUILD_PAGE_KEYS = 200;
/** Minimum length of an operator's secret: too long to guess. */
export const ADMIN_TOKEN_CHARS_MIN = 24;
export const SHARE_SECRET_CHARS_MIN = 32;
/** Maximum size of the bodies of JSON and form routes. */
export const BODY_BYTES_MAX = 64 * KIB;
/** Maximum number of open pages of one meeting. */
export const LIVE_SOCKETS_MAX = 200;
/** Maximum number of open pages of one person that are told of changes; further ones read by their clock. */
export const PAGE_SOCKETS_MAX = 200;
/** D §8: lifetime of a socket before it has to authenticate again. */
export const LIVE_SOCKET_MS_MAX = 10 * MINUTE_MS;
/**
 * Time for which the list of meetings that stream to a session is kept: far longer than LIVE_SOCKET_MS_MAX, after which a socket
 * is asked again.
 */
export const SESSION_STREAM_MS_MAX = DAY_MS;
/** Number of meetings informed at once that sessions have ended; the sweep informs the rest. */
export const SESSION_STREAMS_ENDED_MAX = 200;
/**
 * D §8: interval at which an open stream of a recording checks whether its reader still has access: by time, and by bytes sent.
 */
export const STREAM_CHECK_MS = 20 * SECOND_MS;
export const STREAM_CHECK_BYTES = 4 * MIB;
/** D1: SELECTs that one compound SELECT may join. SQLite alone takes 500. */
export const D1_COMPOUND_TERMS_MAX = 5;
