import * as z from "zod";
import type { VoiceStream } from "#app/domain/here/here.ts";
import { BOT_PLATFORMS, CALL_ENDS, CALL_FAILURES, CALL_REJECTIONS } from "#app/domain/meeting/call.ts";

/**
 * The protocol between Acta and its recorder (workers/recorder). Two directions, both HTTP with a bearer token:
 *
 * Acta → recorder (RECORDER_TOKEN): `POST /v1/bots` with `botOrder` (201, or 200 if this bot exists already, 409
 * `{"error":"full"}`), `GET /v1/bots/:botId` (`botReport`, 404), `POST /v1/bots/:botId/stop` (202, 404),
 * `POST /v1/bots/:botId/ask-again` (it leaves the lobby and requests admission again: 202, or 404 if it does not wait there),
 * `POST /v1/bots/:botId/say` with `botWords` (said in the meeting's chat if there is one: 202, 404), `GET /v1/health`.
 *
 * Recorder → Acta, under the order's `sink.url` with its `sink.token`:
 * `PUT /pieces/:stream/:segment/:seq` with the bytes and x-acta-sha256 (hex): 200 once they are stored, the same bytes again 200,
 * other bytes under the same number 409, 410 when the call is over or deleted (the bot leaves). `POST /events` with `botEvents`:
 * 200 `eventsAnswer`. `PUT /screenshot` (image/png or image/jpeg): 204.
 */

const ms = z.number().int().min(0);
const epochMs = z.number().int().min(0);
const count = z.number().int().min(0);

/** `mix` is the main sound (audio/mp4, Opus); `tab` is the picture with its own sound (video/mp4, AVC and Opus). */
export const BOT_STREAMS = ["mix", "tab"] as const;
export type BotStream = (typeof BOT_STREAMS)[number];

/** The media types of their pieces, and of those of a recording that a browser makes. */
export const FRAGMENT_TYPE: Readonly<Record<BotStream | VoiceStream, string>> = {
  mix: "audio/mp4",
  tab: "video/mp4",
  microphone: "audio/mp4",
  others: "audio/mp4",
};

/** Time limits of the bot (D facts: joining-meetings §6). */
export const botLimits = z.object({
  lobbyMs: ms,
  hostAbsentMs: ms,
  /** Limit when nobody else ever came. */
  nobodyMs: ms,
  /** Limit when the bot is alone after others were there. */
  aloneMs: ms,
  onlyBotsMs: ms,
  maximumMs: ms,
  warnBeforeMs: ms,
});
export type BotLimits = z.infer<typeof botLimits>;

export const botOrder = z.object({
  botId: z.string().regex(/^[0-9a-z]{24}$/),
  /** Number of this bot start for the call, from 1: its segments are numbered from `attempt * 1000`. */
  attempt: z.number().int().min(1).max(999),
  platform: z.enum(BOT_PLATFORMS),
  /** The address that the browser opens: normalised and allow-listed by Acta, and checked again by the recorder. */
  url: z.url(),
  /** "Acta · notes for Nora". */
  name: z.string().min(1).max(60),
  /** Written in the meeting's chat if there is one, in the meeting's language. Empty: nothing is written. */
  announcement: z.string().max(480),
  limits: botLimits,
  video: z.boolean(),
  sink: z.object({ url: z.url(), token: z.string().min(16) }),
});
export type BotOrder = z.infer<typeof botOrder>;

/** The state that a meeting's page shows, classified (workers/recorder platforms). */
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

/** The reason why a bot left or failed; one list, so that every reader uses the same values. */
export const BOT_REASONS = [...CALL_ENDS, ...CALL_REJECTIONS, ...CALL_FAILURES] as const;
export type BotReason = (typeof BOT_REASONS)[number];

const eventBase = {
  /** From 1, without gaps, within one attempt. */
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
  /** The capture ended: the segment has `pieces` pieces, and no more will come. */
  z.object({ ...eventBase, type: z.literal("segment-ended"), ...segment, pieces: count, endedAt: epochMs }),
  /** Everybody who is there, except Acta's own bot. `count` is the number that the platform reports, null when it reports none. */
  z.object({
    ...eventBase,
    type: z.literal("people"),
    count: z.nullable(count),
    people: z.array(z.object({ id: z.string().max(120), name: z.nullable(z.string().max(200)) })).max(1000),
  }),
  /** Somebody spoke. `personId` is null when the speaker is unknown. */
  z.object({
    ...eventBase,
    type: z.literal("speech"),
    personId: z.nullable(z.string().max(120)),
    startAt: epochMs,
    endAt: epochMs,
    confidence: z.number().min(0).max(1),
  }),
  /** Sound of the mix above silence, whoever made it. */
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

/** The number up to which all events are stored; the recorder deletes those. `stop`: the bot should leave. */
export const eventsAnswer = z.object({ seq: count, stop: z.boolean() });

/** Text that a bot writes in the meeting's chat while it records. */
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
