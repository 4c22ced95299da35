import * as z from "zod/mini";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { CALL_ENDS, CALL_PLATFORMS } from "#app/domain/meeting/call.ts";
import { MEETING_STATUSES } from "#app/domain/meeting/status.ts";
import { FIELD_TYPES } from "#app/domain/template/template.ts";

/**
 * The meeting as a page sees it: what the loader answers with and what the live socket keeps up to date. One schema for
 * both, so that a page that was open and one that was opened later show the same.
 */
const segmentView = z.object({
  id: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  text: z.string(),
  speaker: z.nullable(z.string()),
  /** A person corrected the words. */
  edited: z.optional(z.literal(true)),
});

/** See EditMarks in domain/summary/summary.ts. */
const editMarks = {
  id: z.optional(z.string()),
  byHand: z.optional(z.literal(true)),
  outdated: z.optional(z.literal(true)),
};
const itemView = z.object({ text: z.string(), segmentIds: z.array(z.string()), ...editMarks });

const fieldContentView = z.discriminatedUnion("type", [
  z.object({
    type: z.enum(["summary", "keypoints", "keywords", "bullets", "customText", "customBullets", "customHashtag"]),
    items: z.array(itemView),
  }),
  z.object({
    type: z.literal("tasks"),
    items: z.array(
      z.extend(itemView, {
        description: z.nullable(z.string()),
        assigned: z.nullable(z.string()),
        deadline: z.nullable(z.string()),
        done: z.optional(z.literal(true)),
      }),
    ),
  }),
  z.object({
    type: z.literal("titleSubtitle"),
    items: z.array(z.extend(itemView, { subtitle: z.nullable(z.string()) })),
  }),
  z.object({
    type: z.literal("customTable"),
    columns: z.array(z.string()),
    rows: z.array(z.object({ cells: z.array(z.string()), segmentIds: z.array(z.string()), ...editMarks })),
  }),
]);

export const summaryView = z.object({
  language: z.enum(MEETING_LANGUAGES),
  template: z.object({
    id: z.nullable(z.string()),
    name: z.string(),
    fields: z.array(
      z.object({
        key: z.string(),
        title: z.nullable(z.string()),
        prompt: z.string(),
        type: z.enum(FIELD_TYPES),
        required: z.boolean(),
      }),
    ),
  }),
  fields: z.array(z.object({ key: z.string(), title: z.nullable(z.string()), content: fieldContentView })),
  engine: z.object({ port: z.enum(["workers-ai", "openai", "extractive"]), model: z.string() }),
  standsIn: z.optional(z.literal(true)),
  /** What was really spoken, where that is not the chosen language. */
  spoken: z.optional(z.enum(MEETING_LANGUAGES)),
  writtenAt: z.number(),
  droppedItems: z.number(),
  /** The version of the minutes that this is; a save names it. */
  version: z.optional(z.number()),
  /** When a person saved it; absent where it is as the engine wrote it. */
  savedAt: z.optional(z.number()),
});

/** One line of the object's append-only log, for the screen's timeline. */
const timelineEntry = z.object({
  at: z.number(),
  status: z.enum(MEETING_STATUSES),
  reason: z.nullable(z.string()),
});

/** An online call as its meeting's page sees it. Absent for uploads. */
const callView = z.object({
  platform: z.enum(CALL_PLATFORMS),
  /** What the person wrote; only the owner sees it. */
  link: z.optional(z.string()),
  /** Where the bot stands before it records; null before it set out and once it is in. */
  door: z.nullable(z.enum(["connecting", "waiting", "host-absent"])),
  /** Since when it stands there, and until when it will. */
  doorSince: z.nullable(z.number()),
  doorUntil: z.nullable(z.number()),
  /** Where the owner can have it request admission again: not before `from`, and not after `until` (null: as long as it waits). */
  askAgain: z.optional(z.object({ from: z.number(), until: z.nullable(z.number()) })),
  /** When the recording began: zero of every time in it. */
  recordingSince: z.nullable(z.number()),
  /** Recorded so far and recognisable, in ms of the recording. */
  landedMs: z.number(),
  warning: z.nullable(z.enum(["silent", "reconnecting", "limit-near", "video-lost"])),
  stopping: z.boolean(),
  /** Everything is safe; what is left is to be written. */
  stoppedAt: z.nullable(z.number()),
  end: z.nullable(z.enum(CALL_ENDS)),
  /** What the platform says; null where it says nothing. */
  count: z.nullable(z.number()),
  people: z.array(z.object({ name: z.nullable(z.string()), label: z.string(), spokenMs: z.number() })),
  /** Stretches that were not recorded. */
  missing: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
  /** People who ask for this call's notes and wait for an answer, and those who receive them too; only the owner sees them. */
  requests: z.optional(z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), askedAt: z.number() }))),
  /** `since`: epoch ms; null where from the beginning. */
  guests: z.optional(z.array(z.object({ name: z.string(), since: z.nullable(z.number()) }))),
  /** A picture of what stood on the bot's screen when it failed; only the owner sees it. */
  screenshot: z.optional(z.literal(true)),
});
export type CallView = z.infer<typeof callView>;

/** Where the meeting is as a whole, and how far its parts are. Sent whole at every change: it is small. */
export const meetingHead = z.object({
  meetId: z.string(),
  /** Of the last change that this shows: it only grows. A page that comes back says which one it has seen. */
  sequence: z.number(),
  title: z.string(),
  startsAt: z.number(),
  timeZone: z.string(),
  language: z.enum(MEETING_LANGUAGES),
  templateName: z.string(),
  source: z.enum(["upload", "invite", "calendar"]),
  status: z.enum(MEETING_STATUSES),
  reason: z.nullable(z.string()),
  /** Whether a person may ask for the failed step again, or for a model's summary in place of one that stands in. */
  retryable: z.boolean(),
  /** Length of the recording once it is known. */
  durationMs: z.nullable(z.number()),
  /** Where the transcript comes from, once that is decided. */
  transcriptSource: z.nullable(z.enum(["speech", "captions", "given"])),
  /** Where captions or a given transcript are so much shorter or longer than the recording that they may be another's. */
  transcriptLength: z.nullable(z.enum(["much-shorter", "much-longer"])),
  /** The file ends before the recording does; what is there, `durationMs` of it, was used. Absent where it is whole. */
  cutOff: z.optional(z.literal(true)),
  /** The speech model is being fetched first (one machine only); absent where nothing is waited for. */
  speechDownload: z.optional(z.object({ percent: z.number(), totalBytes: z.number() })),
  /** Recognised against wanted windows, in ms of recording; 0 of 0 until the plan is known. */
  recognisedMs: z.number(),
  wantedMs: z.number(),
  /** Stretches that have no text yet, in ms of the recording. */
  gaps: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
  /** Pieces of text that the engine returned and that were dropped as invented (D §5). */
  droppedSegments: z.number(),
  timeline: z.array(timelineEntry),
  /** Whether the PDF is written from what is saved now; absent where there is no summary to write it from. */
  pdf: z.optional(z.enum(["ready", "not-ready"])),
  /** Whether the recording can be played (its bytes are there and the viewer may). */
  playable: z.boolean(),
  /**
   * Where the sound of an upload came ahead of its video: the video is still to come, did not come (the minutes stay), or had
   * another sound, which was heard instead. Absent otherwise.
   */
  video: z.optional(z.enum(["awaited", "missing", "differed"])),
  /** The viewer may correct the minutes and the transcript. */
  editable: z.optional(z.literal(true)),
  call: z.optional(callView),
  /** Writing again did not work and the minutes are as before: what had been asked for. */
  rewriteFailed: z.optional(z.enum(["template", "language", "same"])),
});

export const meetingView = z.object({
  head: meetingHead,
  segments: z.array(segmentView),
  summary: z.nullable(summaryView),
});

/** What the object sends on a live socket. Closed by assertNever where it is read. */
export const liveMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("view"), view: meetingView }),
  z.object({ type: z.literal("head"), head: meetingHead }),
  /** All segments that stand between these times, in place of those that stood there. */
  z.object({
    type: z.literal("segments"),
    startMs: z.number(),
    endMs: z.number(),
    segments: z.array(segmentView),
  }),
  z.object({ type: z.literal("summary"), summary: z.nullable(summaryView) }),
  /** There is something new in a conversation about the meeting; each page reads its own. */
  z.object({ type: z.literal("chat") }),
  z.object({ type: z.literal("gone") }),
]);

export type MeetingHead = z.infer<typeof meetingHead>;
export type MeetingView = z.infer<typeof meetingView>;
export type LiveMessage = z.infer<typeof liveMessage>;
