import type { MeetingHead, MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import {
  awaitsFile,
  isRetryable,
  progressOf,
  reasonOf,
  saidStatus,
  takesTranscript,
  takesLanguage,
} from "#app/domain/meeting/state-rules.ts";
import { type MeetingState } from "#app/domain/meeting/states.ts";
import { isGivenRecording } from "#app/domain/meeting/split.ts";
import { cutOf, lengthOf, ownLengthOf, type PartFact, type PartRecording } from "#app/domain/meeting/parts.ts";
import { speakerLabelsOf } from "#app/domain/meeting/call-fact.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { RECORDING_TYPES } from "#app/domain/recording-kind.ts";
import type { TranscriptLength } from "#app/domain/transcript/merge-tokens.ts";
import { voicesIn } from "#app/domain/meeting/voices.ts";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import { withoutSpeakers } from "#app/domain/summary/speakers-of-minutes.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { RecordingPlace } from "#app/server/ports/meeting-process.ts";
import { callScreenshotKey, kindOfKey } from "#app/server/storage/keys.ts";
import { callViewOf, participantsOf } from "#workers/meeting/call/view-call.ts";
import { readSpeakers } from "#workers/meeting/store/corrections.ts";
import { readTold } from "#workers/meeting/store/running-minutes.ts";
import { hasReplaced, readReplaced } from "#workers/meeting/store/replaced.ts";
import { planOf, readObjections, readRetention } from "#workers/meeting/store/retention.ts";
import { type MeetingRow, readMeeting } from "#workers/meeting/store/store.ts";
import {
  countDropped,
  hasSegments,
  hasSummary,
  readRecognised,
  readSegments,
  readSummary,
} from "#workers/meeting/store/transcript.ts";
import { readStoredPdf } from "#workers/meeting/store/uploads.ts";

/** The meeting as somebody may see it; what they may not see is not in it. */

export type Alive = MeetingRow & { alive: NonNullable<MeetingRow["alive"]> };

/** The meeting's row, or null where there is none or it is gone. */
export function readAlive(sql: SqlStorage): Alive | null {
  const row = readMeeting(sql);
  return row?.alive ? { ...row, alive: row.alive } : null;
}

export function viewFor(sql: SqlStorage, viewer: Viewer, now: number = Date.now()): MeetingView | null {
  const row = readAlive(sql);
  if (!row) return null;
  return {
    head: headFor(sql, row, viewer, now),
    segments: segmentsFor(sql, row, viewer),
    summary: summaryFor(sql, viewer),
  };
}

export function transcriptFor(sql: SqlStorage, viewer: Viewer): { sequence: number; segments: Segment[] } | null {
  const row = readAlive(sql);
  return row && { sequence: row.sequence, segments: segmentsFor(sql, row, viewer) };
}

export function headFor(sql: SqlStorage, row: Alive, viewer: Viewer, now: number = Date.now()): MeetingHead {
  const { details, state } = row.alive;
  const landed = state.media.kind === "landed" ? state.media : null;
  const summary = readSummary(sql);
  const { template } = summary ?? details;
  const isEditable = (summary !== null || isMerged(state)) && may(viewer, "edit");
  return {
    meetId: row.meetId,
    sequence: row.sequence,
    title: details.title,
    startsAt: details.startsAt,
    timeZone: details.timeZone,
    language: details.language,
    ...(details.hearsLanguage && { hearsLanguage: true as const }),
    ...(takesLanguage(state) && may(viewer, "retry") && { respeakable: true as const }),
    templateName: template.id === null ? null : template.name,
    ...(may(viewer, "retry") ? { templateId: template.id } : {}),
    source: row.source,
    status: saidStatus(state),
    reason: reasonOf(state),
    retryable: takesRetry(sql, state) && may(viewer, "retry"),
    durationMs: lengthOf(state),
    transcriptSource:
      landed?.transcriptSource ?? ((state.call || state.sound) && state.windows.length > 0 ? "speech" : null),
    ...(landed?.isTextOnly ? { textOnly: true as const } : {}),
    ...speakersOf(sql, state, viewer),
    transcriptLength: misfitOf(landed?.transcriptLength),
    ...(landed?.isCut ? { cutOff: true as const } : {}),
    ...(state.status === "TRANSCRIBING" && state.speechDownload ? { speechDownload: state.speechDownload } : {}),
    ...(state.status === "TRANSCRIBING" && state.speech ? { speech: state.speech } : {}),
    ...(state.summaryParts ? { summaryParts: state.summaryParts } : {}),
    ...(state.toldUntilMs && summary === null && may(viewer, "read-summary") ? { told: readTold(sql) } : {}),
    ...progressOf(state.windows),
    droppedSegments: countDropped(sql),
    timeline: readTimeline(sql).map((entry) => ({ ...entry, status: saidStatus({ ...entry, call: state.call }) })),
    ...mergedOf(state, viewer),
    ...pdfOf(sql, row, viewer),
    playable: recordingPlace(sql) !== null && may(viewer, "play-recording") && isGivenRecording(state, viewer),
    ...soundOnlyOf(row),
    ...(isEditable ? { editable: true as const } : {}),
    ...(takesTranscript(state) && may(viewer, "edit") ? { takesTranscript: hasReplaced(sql) ? "again" : "first" } : {}),
    ...videoOf(state),
    ...(details.role && may(viewer, "delete") ? { role: details.role } : {}),
    ...participantsFor(sql, state, viewer),
    ...callViewOf(state, viewer),
    ...privacyOf(sql, row, viewer, now),
    ...(state.rewriteFailed && may(viewer, "edit") ? { rewriteFailed: state.rewriteFailed } : {}),
  };
}

/** Of a merged meeting: its recordings in order, and what an owner can take back. */
function mergedOf(state: MeetingState, viewer: Viewer): Pick<MeetingHead, "parts" | "lastPart" | "mergedInto"> {
  const { parts, mergedInto, span } = state;
  const given = isGivenRecording(state, viewer);
  const own = may(viewer, "delete");
  const last = parts?.at(-1);
  return {
    ...((parts || (span && given)) && {
      parts: [
        { startMs: 0, endMs: ownLengthOf(state) ?? 0, ...fromOf(cutOf(span).cut) },
        ...(parts ?? []).flatMap(placesOf),
      ],
    }),
    ...(own && last ? { lastPart: last.meetId } : {}),
    ...(own && mergedInto ? { mergedInto: mergedInto.meetId } : {}),
    ...(own ? splitHead(state) : {}),
  };
}

/** Of a split meeting: the other part, for who can put the two together again. */
function splitHead({ splits, span }: MeetingState): Pick<MeetingHead, "split"> {
  const last = splits?.at(-1);
  if (last) return { split: { part: "first", other: last.meetId } };
  return span?.of ? { split: { part: "second", other: span.of } } : {};
}

function fromOf(cut: PartRecording["cut"]): { fromMs?: number } {
  return cut ? { fromMs: cut.fromMs } : {};
}

function placesOf({ recordings }: PartFact) {
  return recordings.map(({ startMs, endMs, cut }) => ({ startMs, endMs, ...fromOf(cut) }));
}

/** The recordings of the meetings that were merged into this one, in order. */
export function recordingsOf(sql: SqlStorage): PartRecording[] {
  return (readAlive(sql)?.alive.state.parts ?? []).flatMap(({ recordings }) => recordings);
}

/** A transcript that somebody gave, or that the recording brought, has the speakers that it has. */
function speakersOf(sql: SqlStorage, state: MeetingState, viewer: Viewer): Pick<MeetingHead, "speakersUnknown"> {
  const isGiven = state.media.kind === "landed" && state.media.transcriptSource !== "speech" && !state.call;
  if (isGiven || !isMerged(state) || !may(viewer, "read-transcript") || !hasSegments(sql)) return {};
  return readSpeakers(sql).length === 0 ? { speakersUnknown: true } : {};
}

function participantsFor(sql: SqlStorage, { call }: MeetingState, viewer: Viewer): Pick<MeetingHead, "participants"> {
  const participants = may(viewer, "read-transcript") ? participantsOf(sql, call) : null;
  return participants === null ? {} : { participants };
}

/** For the owner: what will be deleted and when, what was, and what recorded people said. Absent where there is nothing of it. */
function privacyOf(sql: SqlStorage, row: Alive, viewer: Viewer, now: number): Pick<MeetingHead, "privacy"> {
  if (!may(viewer, "delete")) return {};
  const plan = planOf(sql, row, now);
  const { recordingRemovedAt, transcriptRemovedAt } = readRetention(sql);
  const objections = readObjections(sql);
  const removed = [
    ...(recordingRemovedAt === null ? [] : [{ part: "recording" as const, at: recordingRemovedAt }]),
    ...(transcriptRemovedAt === null ? [] : [{ part: "transcript" as const, at: transcriptRemovedAt }]),
  ];
  return plan.length + removed.length + objections.length === 0 ? {} : { privacy: { plan, removed, objections } };
}

/** Only where the sound came ahead of it, and there is something to be said of it. */
function videoOf(state: MeetingState): Pick<MeetingHead, "video"> {
  const { sound, windows } = state;
  if (!sound || windows.length === 0) return {};
  if (awaitsFile(state)) return { video: "awaited" };
  return sound.video === "missing" || sound.video === "differed" ? { video: sound.video } : {};
}

/** The document that is written whenever something was saved. */
export const MINUTES_PDF = "minutes";

/** Said only where there is a summary, or one is being written: then there is a document to wait for. */
function pdfOf(sql: SqlStorage, row: Alive, viewer: Viewer): Pick<MeetingHead, "pdf"> {
  if (!may(viewer, "read-summary")) return {};
  const { status } = row.alive.state;
  if (!hasSummary(sql)) return status === "TRANSCRIPTED" || status === "LLMING" ? { pdf: "not-ready" } : {};
  return { pdf: readStoredPdf(sql, MINUTES_PDF)?.sequence === row.sequence ? "ready" : "not-ready" };
}

/** Whether a person may ask for a failed step again, or for minutes in place of those that stand in. Minutes need a transcript. */
export function takesRetry(sql: SqlStorage, state: MeetingState): boolean {
  // Without its recording nothing is left to transcribe.
  if (state.status === "ERROR_TRANSCRIPT") return readRetention(sql).recordingRemovedAt === null;
  return (isRetryable(state) || isStandIn(sql, state)) && hasSegments(sql);
}

/** Whether the summary that is shown stands in for one of a language model. */
export function isStandIn(sql: SqlStorage, state: MeetingState): boolean {
  return state.status === "SUMMARIZED" && readSummary(sql)?.standsIn === true;
}

/** Only what a person has to look at. */
function misfitOf(length: TranscriptLength | undefined): MeetingHead["transcriptLength"] {
  return length === undefined || length === "fits" ? null : length;
}

/** The transcript, or what there is of it: segments that begin in [startMs, endMs). */
export function segmentsFor(
  sql: SqlStorage,
  row: Alive,
  viewer: Viewer,
  range: { startMs: number; endMs: number } = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER },
): Segment[] {
  if (!may(viewer, "read-transcript")) return [];
  const { state } = row.alive;
  const segments = isMerged(state)
    ? readSegments(sql)
    : mergeWindows(readShown(sql, state, range), speakerLabelsOf(state.call), voicesIn(state));
  return segments.filter(({ startMs }) => startMs >= range.startMs && startMs < range.endMs);
}

/** A part of a window is shown while the rest of it is being recognised; after a failure only whole windows are. */
function readShown(sql: SqlStorage, { status, windows }: MeetingState, range: { startMs: number; endMs: number }) {
  const read = readRecognised(sql, range);
  if (status !== "ERROR_TRANSCRIPT") return read;
  const parts = new Set(windows.filter(({ textUntilMs }) => textUntilMs !== undefined).map(({ index }) => index));
  return read.filter(({ index }) => !parts.has(index));
}

export function summaryFor(sql: SqlStorage, viewer: Viewer): MeetingView["summary"] {
  const stored = may(viewer, "read-summary") ? readSummary(sql) : null;
  if (stored === null) return null;
  const { leftOut, ...shown } = stored;
  const summary = leftOut && may(viewer, "edit") ? stored : shown;
  return may(viewer, "read-transcript") ? summary : withoutSpeakers(summary);
}

function isMerged(state: MeetingState): boolean {
  return (
    state.windows.length > 0 && !["RECORDING", "RECORDED", "TRANSCRIBING", "ERROR_TRANSCRIPT"].includes(state.status)
  );
}

/** The log's lines at which the status became another. */
export function readTimeline(sql: SqlStorage): MeetingHead["timeline"] {
  return sql
    .exec<{ at: number; status: string; reason: string | null }>(
      `SELECT at, status, reason FROM (
         SELECT sequence, at, status, reason, lag(status) OVER (ORDER BY sequence) AS before FROM event_log WHERE is_mark = 1
       ) WHERE before IS NULL OR before <> status ORDER BY sequence`,
    )
    .toArray()
    .map(({ at, status, reason }) => ({ at, status: status as MeetingStatus, reason }));
}

/** The page asks for a picture only where the kind of file can hold one: it reads nothing of the file before somebody plays it. */
function soundOnlyOf({ alive, uploadKey }: Alive): Pick<MeetingHead, "soundOnly"> {
  const { media } = alive.state;
  if (media.kind !== "landed" || media.isTextOnly) return {};
  // A browser records no picture, though its file may hold one.
  if (alive.state.call?.place.here) return { soundOnly: true };
  return RECORDING_TYPES[kindOfKey(media.key ?? uploadKey)].startsWith("audio/") ? { soundOnly: true } : {};
}

/** Whether there is a file that can be played: it has landed, and its bytes turned out to be a recording. */
function isStored({ media, status }: MeetingState): boolean {
  return media.kind === "landed" && !media.isTextOnly && status !== "ERROR_RECORDED";
}

/** Place of the recording to be played; null where there is no such file. */
export function recordingPlace(sql: SqlStorage): RecordingPlace | null {
  const row = readAlive(sql);
  if (row?.alive.state.media.kind !== "landed" || !isStored(row.alive.state)) return null;
  if (readRetention(sql).recordingRemovedAt !== null) return null;
  const { sizeBytes, etag } = row.alive.state.media.version;
  const key = row.alive.state.media.key ?? row.uploadKey;
  const { title } = row.alive.details;
  const onlyFor = row.alive.state.span?.by ?? null;
  return { key, contentType: RECORDING_TYPES[kindOfKey(key)], version: { size: sizeBytes, etag }, title, onlyFor };
}

/** The transcript that was replaced last, with the title for its file; null when there is none, or where it holds the other part of a split. */
export function replacedTranscript(sql: SqlStorage): { vtt: string; title: string } | null {
  const row = readAlive(sql);
  const vtt = row && !row.alive.state.span ? readReplaced(sql) : null;
  return vtt === null ? null : { vtt, title: row?.alive.details.title ?? "" };
}

/** Place of the screenshot of a bot that failed; null when there is none. */
export function screenshotPlace(sql: SqlStorage): { key: string } | null {
  const row = readAlive(sql);
  return row?.alive.state.call?.screenshot ? { key: callScreenshotKey(row.recordingId) } : null;
}
