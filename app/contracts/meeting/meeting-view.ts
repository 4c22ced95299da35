import * as z from "zod/mini";
import { fieldContentView } from "#app/contracts/meeting/field-schemas.ts";
import { templateSnapshot } from "#app/contracts/template/template-fields.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { CALL_ENDS, CALL_PLATFORMS } from "#app/domain/meeting/call.ts";
import { MEETING_ROLES } from "#app/domain/meeting/list.ts";
import { MEETING_STATUSES } from "#app/domain/meeting/status.ts";
import { RETENTION_PARTS } from "#app/domain/privacy/retention.ts";
import { CAUTIONS, citedIn, LEFT_OUT_REASONS } from "#app/domain/summary/summary.ts";
import { excerptOf, type TranscriptOutline } from "#app/domain/transcript/outline.ts";

/**
 * The meeting as a page receives it: the loader's answer, which the live socket keeps up to date. Both use one schema, so that a page that
 * was open and one that was opened later show the same.
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

const fields = z.array(z.object({ key: z.string(), title: z.nullable(z.string()), content: fieldContentView }));

export const summaryView = z.object({
  language: z.enum(MEETING_LANGUAGES),
  template: templateSnapshot,
  fields,
  /** Why a line without a mark proves little. */
  caution: z.optional(z.enum(CAUTIONS)),
  /** Quotations below minutes of which fewer than half of the lines are confirmed. */
  quotations: z.optional(z.object({ fields, template: templateSnapshot })),
  /** The keys of fields whose lines were all left out. */
  emptied: z.optional(z.array(z.string())),
  /** Lines that are not among the minutes; only those who may edit see them. */
  leftOut: z.optional(
    z.array(
      z.object({
        key: z.string(),
        text: z.string(),
        segmentIds: z.array(z.string()),
        reason: z.enum(LEFT_OUT_REASONS),
      }),
    ),
  ),
  engine: z.object({ port: z.enum(["workers-ai", "openai", "extractive", "sample"]), model: z.string() }),
  standsIn: z.optional(z.literal(true)),
  /** The language that was really spoken, when it is not the chosen one. */
  spoken: z.optional(z.enum(MEETING_LANGUAGES)),
  writtenAt: z.number(),
  droppedItems: z.number(),
  /** The version number of these minutes; a save names it. */
  version: z.optional(z.number()),
  /** Time of a person's save; absent when the minutes are as the engine wrote them. */
  savedAt: z.optional(z.number()),
});

/** One entry of the object's append-only log, for the screen's timeline. */
const timelineEntry = z.object({
  at: z.number(),
  status: z.enum(MEETING_STATUSES),
  reason: z.nullable(z.string()),
});

/** An online call as its meeting's page sees it. Absent for uploads. */
const callView = z.object({
  platform: z.enum(CALL_PLATFORMS),
  /** The link as the person entered it; only the owner sees it. */
  link: z.optional(z.string()),
  /** State of the bot before it records; null before it starts and once it is admitted. */
  lobbyState: z.nullable(z.enum(["connecting", "waiting", "host-absent"])),
  /** Start of that state, and the time until which the bot stays in it. */
  lobbySince: z.nullable(z.number()),
  lobbyUntil: z.nullable(z.number()),
  /** Set when the owner can have the bot request admission again: from `from` until `until` (null: as long as the bot waits). */
  askAgain: z.optional(z.object({ from: z.number(), until: z.nullable(z.number()) })),
  /** Start of the recording: zero of every time in it. */
  recordingSince: z.nullable(z.number()),
  /** Length of what is recorded so far and can be recognised, in ms of the recording. */
  landedMs: z.number(),
  warning: z.nullable(z.enum(["silent", "reconnecting", "limit-near", "video-lost"])),
  stopping: z.boolean(),
  /** Time at which the complete recording is stored; only the minutes are still to be written. */
  stoppedAt: z.nullable(z.number()),
  end: z.nullable(z.enum(CALL_ENDS)),
  /** The number of people that the platform reports; null when it reports none. */
  count: z.nullable(z.number()),
  people: z.array(z.object({ name: z.nullable(z.string()), label: z.string(), spokenMs: z.number() })),
  /** Stretches that were not recorded. */
  missing: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
  /** People who ask for this call's notes and wait for an answer; only the owner sees them. */
  requests: z.optional(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        askedAt: z.number(),
        /** The owner's calendar invites this person, who gets the notes from then on unless the owner refuses. */
        sharesAt: z.optional(z.number()),
      }),
    ),
  ),
  /** People who receive the notes too; only the owner sees them. `since`: epoch ms; null: from the beginning. */
  guests: z.optional(z.array(z.object({ name: z.string(), since: z.nullable(z.number()) }))),
  /** A screenshot of the bot's screen at the time it failed exists; only the owner sees it. */
  screenshot: z.optional(z.literal(true)),
});
export type CallView = z.infer<typeof callView>;

/** The state of the meeting as a whole, and the progress of its parts. Sent complete at every change: it is small. */
export const meetingHead = z.object({
  meetId: z.string(),
  /** Number of the last change included here: it only grows. A page that reconnects names the last one it has seen. */
  sequence: z.number(),
  title: z.string(),
  startsAt: z.number(),
  timeZone: z.string(),
  language: z.enum(MEETING_LANGUAGES),
  /** It is still to be heard; `language` is a guess. */
  hearsLanguage: z.optional(z.literal(true)),
  /** Its sound can be recognised once more, in another language. */
  respeakable: z.optional(z.literal(true)),
  /** Null for Basic system, whose name is a text of the interface. */
  templateName: z.nullable(z.string()),
  /** For whoever may change the planned call: the template that it is written with, null for Basic system. */
  templateId: z.optional(z.nullable(z.string())),
  source: z.enum(["upload", "invite", "calendar", "here", "sample"]),
  status: z.enum(MEETING_STATUSES),
  reason: z.nullable(z.string()),
  /** Whether a person may retry the failed step, or ask for a model's summary in place of a stand-in. */
  retryable: z.boolean(),
  /** Whether this viewer may give a transcript now; "again" when one was replaced before, which can be downloaded. */
  takesTranscript: z.optional(z.enum(["first", "again"])),
  /** Length of the recording once it is known. */
  durationMs: z.nullable(z.number()),
  /** The number of people in it; absent where nothing tells it. */
  participants: z.optional(z.number()),
  /** The owner's part in it, as a calendar has it; only the owner sees it. */
  role: z.optional(z.enum(MEETING_ROLES)),
  /** The source of the transcript, once that is decided. */
  transcriptSource: z.nullable(z.enum(["speech", "captions", "given"])),
  /** There is no recording: the meeting was made of a transcript, or is a sample without sound. `durationMs` is the length of the talk. */
  textOnly: z.optional(z.literal(true)),
  /** The recording was recognised, and no line has a speaker: nothing tells its voices apart, or nothing could. */
  speakersUnknown: z.optional(z.literal(true)),
  /** Set when captions or a given transcript are so much shorter or longer than the recording that they may belong to another one. */
  transcriptLength: z.nullable(z.enum(["much-shorter", "much-longer"])),
  /** The file ends before the recording does; the `durationMs` that exist were used. Absent when the file is complete. */
  cutOff: z.optional(z.literal(true)),
  /** The speech model is being downloaded first (single-machine setup only); absent when nothing is waited for. */
  speechDownload: z.optional(z.object({ percent: z.number(), totalBytes: z.number() })),
  /** The speech engine's own report while it is at work: see SpeechFact. Absent for an engine that reports nothing. */
  speech: z.optional(z.object({ pace: z.nullable(z.number()), ahead: z.number(), instead: z.nullable(z.string()) })),
  /** The summary is being written part by part: so many parts are written. Absent otherwise. */
  summaryParts: z.optional(z.object({ done: z.number(), total: z.number() })),
  /** The running minutes, until the summary is written; absent where there are none. */
  told: z.optional(z.array(z.object({ startMs: z.number(), segmentIds: z.array(z.string()), text: z.string() }))),
  /** Recognised and wanted windows, in ms of recording; both 0 until the plan is known. */
  recognisedMs: z.number(),
  wantedMs: z.number(),
  /** Stretches that have no text yet, in ms of the recording. */
  gaps: z.array(z.object({ startMs: z.number(), endMs: z.number() })),
  /** Pieces of text that the engine returned and that were dropped as invented (D §5). */
  droppedSegments: z.number(),
  timeline: z.array(timelineEntry),
  /** Whether the PDF is made from the saved minutes as they are now; absent when there is no summary to make it from. */
  pdf: z.optional(z.enum(["ready", "not-ready"])),
  /**
   * Of a merged meeting: its recordings in order, in ms of the meeting; between two is a gap. Of a split one: its part of the recording,
   * which begins at `fromMs` of the file. Absent for one whole recording.
   */
  parts: z.optional(z.array(z.object({ startMs: z.number(), endMs: z.number(), fromMs: z.optional(z.number()) }))),
  /** For the owner: the meeting that was merged into this one last, which can be taken out again. */
  lastPart: z.optional(z.string()),
  /** For the owner: the meeting that this one was merged into. */
  mergedInto: z.optional(z.string()),
  /** For the owner: which part this one is of a meeting that was split, and the other part. */
  split: z.optional(z.object({ part: z.enum(["first", "second"]), other: z.string() })),
  /** Whether the recording can be played (its bytes are stored and the viewer may play it). */
  playable: z.boolean(),
  /** The recording is a kind of file that holds no picture. Absent where it may hold one. */
  soundOnly: z.optional(z.literal(true)),
  /**
   * Set when the sound of an upload was sent before its video: the video is still to come, did not come (the minutes stay), or had
   * different sound, which was recognised instead. Absent otherwise.
   */
  video: z.optional(z.enum(["awaited", "missing", "differed"])),
  /** The viewer may correct the minutes and the transcript. */
  editable: z.optional(z.literal(true)),
  call: z.optional(callView),
  /** For the owner: what will be deleted when, what was deleted, and objections of recorded people. Absent where there is none. */
  privacy: z.optional(
    z.object({
      plan: z.array(z.object({ part: z.enum(RETENTION_PARTS), at: z.number() })),
      removed: z.array(z.object({ part: z.enum(RETENTION_PARTS), at: z.number() })),
      objections: z.array(z.object({ id: z.number(), at: z.number(), name: z.string(), text: z.string() })),
    }),
  ),
  /** Rewriting failed and the minutes are as before; names what had been requested. */
  rewriteFailed: z.optional(z.enum(["template", "language", "same"])),
});

export const meetingView = z.object({
  head: meetingHead,
  segments: z.array(segmentView),
  summary: z.nullable(summaryView),
});

/** Messages that the object sends on a live socket. Readers handle every type (assertNever). */
export const liveMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("view"), view: meetingView }),
  z.object({ type: z.literal("head"), head: meetingHead }),
  /** All segments between these times; they replace the earlier ones there. */
  z.object({
    type: z.literal("segments"),
    startMs: z.number(),
    endMs: z.number(),
    segments: z.array(segmentView),
  }),
  z.object({ type: z.literal("summary"), summary: z.nullable(summaryView) }),
  /** A conversation about the meeting has changed; each page reads its own. */
  z.object({ type: z.literal("chat") }),
  z.object({ type: z.literal("gone") }),
]);

export type MeetingHead = z.infer<typeof meetingHead>;
export type MeetingView = z.infer<typeof meetingView>;
export type LiveMessage = z.infer<typeof liveMessage>;

/** A meeting as somebody with its link may see it; `places` are those of the segments that the minutes cite. */
export type SharedView = { view: MeetingView; places: { id: string; index: number; startMs: number }[] };

/** The data that the meeting page is loaded with. With an outline, `segments` are an excerpt of a long transcript. */
export type PageView = MeetingView & { outline?: TranscriptOutline };

/** The view without most of a long transcript, which would otherwise be in the page twice: as its text and as its data. */
export function pageViewOf(view: MeetingView, { atMs }: { atMs: number }): PageView {
  const excerpt = excerptOf(view.segments, { atMs, cited: new Set(view.summary ? citedIn(view.summary) : []) });
  return excerpt ? { ...view, ...excerpt } : view;
}
