import * as z from "zod";
import { CALL_ENDS, CALL_FAILURES, CALL_PLATFORMS, CALL_REJECTIONS } from "#app/domain/meeting/call.ts";

/**
 * What Acta and its recorder (workers/recorder) say to each other. Two directions, both HTTP with a bearer token:
 *
 * Acta → recorder (RECORDER_TOKEN): `POST /v1/bots` with `botOrder` (201, or 200 where this bot is there already, 409
 * `{"error":"full"}`), `GET /v1/bots/:botId` (`botReport`, 404), `POST /v1/bots/:botId/stop` (202, 404),
 * `POST /v1/bots/:botId/ask-again` (it leaves the lobby and requests admission again: 202, or 404 where it does not wait there),
 * `POST /v1/bots/:botId/say` with `botWords` (said in the meeting's chat where there is one: 202, 404), `GET /v1/health`.
 *
 * Recorder → Acta, under the order's `sink.url` with its `sink.token`:
 * `PUT /pieces/:stream/:segment/:seq` with the bytes and x-acta-sha256 (hex): 200 once they are safe, the same bytes again 200,
 * other bytes under the same number 409, 410 where the call is over or gone (the bot leaves). `POST /events` with `botEvents`:
 * 200 `eventsAnswer`. `PUT /screenshot` (image/png or image/jpeg): 204.
 */

const ms = z.number().int().min(0);
const epochMs = z.number().int().min(0);
const count = z.number().int().min(0);

/** `mix` is the sound of record (audio/mp4, Opus); `tab` is the picture with its own sound (video/mp4, AVC and Opus). */
export const BOT_STREAMS = ["mix", "tab"] as const;
export type BotStream = (typeof BOT_STREAMS)[number];

/** The media types of their pieces. */
export const FRAGMENT_TYPE: Readonly<Record<BotStream, string>> = { mix: "audio/mp4", tab: "video/mp4" };

/** How long the bot waits for what (D facts: joining-meetings §6). */
export const botLimits = z.object({
  lobbyMs: ms,
  hostAbsentMs: ms,
  /** Nobody else ever came. */
  nobodyMs: ms,
  /** Alone after others were there. */
  aloneMs: ms,
  onlyBotsMs: ms,
  maximumMs: ms,
  warnBeforeMs: ms,
});
export type BotLimits = z.infer<typeof botLimits>;

export const botOrder = z.object({
  botId: z.string().regex(/^[0-9a-z]{24}$/),
  /** Which start of a bot for this call it is, from 1: its segments are numbered from `attempt * 1000`. */
  attempt: z.number().int().min(1).max(999),
  platform: z.enum(CALL_PLATFORMS),
  /** What the browser opens: normalised and allow-listed by Acta, and checked again by the recorder. */
  url: z.url(),
  /** "Acta · notes for Nora". */
  name: z.string().min(1).max(60),
  /** Said in the meeting's chat where there is one, in the meeting's language. Empty: nothing is said. */
  announcement: z.string().max(480),
  limits: botLimits,
  video: z.boolean(),
  sink: z.object({ url: z.url(), token: z.string().min(16) }),
});
export type BotOrder = z.infer<typeof botOrder>;

/** What a meeting's page says, classified (workers/recorder platforms). */
export const PAGE_STATES = [
  "pre-join",
  "waiting",
  "host-absent",
  "admitted",
  "denied",
  "nobody-answered",
  "blocked",
  "sign-in-required",
  "captcha",
  "bot-wall",
  "bad-link",
  "browser-join-off",
  "removed",
  "ended",
  "unknown",
] as const;
export type PageState = (typeof PAGE_STATES)[number];

export const BOT_STATES = [
  "starting",
  "joining",
  "waiting",
  "host-absent",
  "recording",
  "leaving",
  "left",
  "failed",
] as const;
export type BotState = (typeof BOT_STATES)[number];

/** Why a bot left or failed; one list, so that nobody has to guess which it is. */
export const BOT_REASONS = [...CALL_ENDS, ...CALL_REJECTIONS, ...CALL_FAILURES] as const;
export type BotReason = (typeof BOT_REASONS)[number];

const eventBase = {
  /** From 1, without holes, within one attempt. */
  seq: z.number().int().min(1),
  at: epochMs,
};
const segment = { stream: z.enum(BOT_STREAMS), segment: count };

export const botEvent = z.discriminatedUnion("type", [
  z.object({
    ...eventBase,
    type: z.literal("state"),
    state: z.enum(BOT_STATES),
    reason: z.nullable(z.enum(BOT_REASONS)),
  }),
  /** A capture began: piece 0 holds the header, and the sound of piece 0 begins at `startedAt`. */
  z.object({
    ...eventBase,
    type: z.literal("segment-started"),
    ...segment,
    startedAt: epochMs,
    mimeType: z.string().max(120),
  }),
  /** It ended: it has so many pieces, and no more will come. */
  z.object({ ...eventBase, type: z.literal("segment-ended"), ...segment, pieces: count, endedAt: epochMs }),
  /** Everybody who is there, Acta's own bot left out. `count` is what the platform says, null where it says nothing. */
  z.object({
    ...eventBase,
    type: z.literal("people"),
    count: z.nullable(count),
    people: z.array(z.object({ id: z.string().max(120), name: z.nullable(z.string().max(200)) })).max(1000),
  }),
  /** Somebody spoke. `personId` is null where it is not known who. */
  z.object({
    ...eventBase,
    type: z.literal("speech"),
    personId: z.nullable(z.string().max(120)),
    startAt: epochMs,
    endAt: epochMs,
    confidence: z.number().min(0).max(1),
  }),
  /** Sound of the mix that is above silence, whoever made it. */
  z.object({ ...eventBase, type: z.literal("loud"), startAt: epochMs, endAt: epochMs }),
  z.object({
    ...eventBase,
    type: z.literal("warning"),
    warning: z.nullable(z.enum(["silent", "reconnecting", "limit-near", "video-lost"])),
  }),
]);
export type BotEvent = z.infer<typeof botEvent>;

export const botEvents = z.object({ attempt: z.number().int().min(1), events: z.array(botEvent).max(500) });
export type BotEvents = z.infer<typeof botEvents>;

/** Up to which event everything is stored; the recorder forgets what is not after it. `stop`: the bot should leave. */
export const eventsAnswer = z.object({ seq: count, stop: z.boolean() });

/** What a bot says in the meeting's chat while it records. */
export const botWords = z.object({ text: z.string().min(1).max(480) });

export const botReport = z.object({
  botId: z.string(),
  attempt: z.number().int().min(1),
  state: z.enum(BOT_STATES),
  reason: z.nullable(z.enum(BOT_REASONS)),
  since: epochMs,
  /** Pieces that wait on the recorder's disk. */
  spooledPieces: count,
  spooledBytes: count,
});
export type BotReport = z.infer<typeof botReport>;
