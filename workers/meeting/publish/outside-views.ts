import type { MeetingView, SharedView } from "#app/contracts/meeting/meeting-view.ts";
import { type ClipSpan, linesOf, recordingOf } from "#app/domain/clips/clip.ts";
import { isNobodysName } from "#app/domain/here/note-segments.ts";
import { firstLines, type MailableEnd, type MailableMeeting } from "#app/domain/mail/mail-content.ts";
import { mailFor } from "#app/domain/mail/mail-kinds.ts";
import { SYSTEM_VIEWER, type Viewer } from "#app/domain/meeting/access.ts";
import type { CallFact } from "#app/domain/meeting/call-fact.ts";
import { lengthOf, ownLengthOf } from "#app/domain/meeting/parts.ts";
import { isSecondPart } from "#app/domain/meeting/split.ts";
import { awaitsFile, reasonOf, saidStatus } from "#app/domain/meeting/state-rules.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { isSearched, passagesOf, type SearchableMeeting } from "#app/domain/search/passages.ts";
import { citedIn } from "#app/domain/summary/summary.ts";
import { readTimes, type ReportedMeeting } from "#app/domain/webhooks/webhook.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Passage } from "#app/server/ports/meeting-process.ts";
import { readSpeakers } from "#workers/meeting/store/corrections.ts";
import { hasSegments, startsOf } from "#workers/meeting/store/transcript.ts";
import {
  type Alive,
  headFor,
  readAlive,
  readTimeline,
  segmentsFor,
  summaryFor,
  viewFor,
} from "#workers/meeting/view.ts";

/**
 * The meeting as its shared page shows it. Whoever reads the minutes sees when each line was said, also where the transcript
 * itself is not shown: of the segments that lines rest on the places come along, without a word.
 */
export function sharedViewFor(sql: SqlStorage, viewer: Viewer): SharedView | null {
  const view = viewFor(sql, viewer);
  const row = readAlive(sql);
  if (!view || !row) return null;
  const cited = new Set(view.summary ? citedIn(view.summary) : []);
  const places = segmentsFor(sql, row, SYSTEM_VIEWER).flatMap(({ id, startMs }, index) =>
    cited.has(id) ? [{ id, index, startMs }] : [],
  );
  return { view, places };
}

/** A passage as its clip shows it; `part` is the recording that holds it. Null where none holds it all. */
export function passageFor(
  sql: SqlStorage,
  span: ClipSpan,
  viewer: Viewer,
): (Omit<Passage, "place"> & { part: number }) | null {
  const row = readAlive(sql);
  if (!row) return null;
  const { details, state } = row.alive;
  const { title, startsAt, timeZone, language } = details;
  const own = { startMs: 0, endMs: ownLengthOf(state) ?? Number.POSITIVE_INFINITY };
  const recording = recordingOf(span, [own, ...(state.parts ?? []).flatMap(({ recordings }) => recordings)]);
  if (!recording) return null;
  const isAwaited = isUnderway(saidStatus(state)) || awaitsFile(state);
  const lines = linesOf(segmentsFor(sql, row, viewer), span);
  return { title, startsAt, timeZone, language, isAwaited, lines, ...recording };
}

/** The meeting as the workspace's search index reads it; null where it is gone, or is not to be found. */
export function searchableOf(sql: SqlStorage): SearchableMeeting | null {
  const row = readAlive(sql);
  if (!row) return null;
  return searchableWith(sql, row, () => ({
    summary: summaryFor(sql, SYSTEM_VIEWER),
    segments: segmentsFor(sql, row, SYSTEM_VIEWER),
  }));
}

/** The same without its minutes and its transcript, which are not read. */
export function searchableHeadOf(sql: SqlStorage): SearchableMeeting | null {
  const row = readAlive(sql);
  return row && searchableWith(sql, row, () => ({ summary: null, segments: [] }));
}

type Texts = { summary: MeetingView["summary"]; segments: Segment[] };

function searchableWith(sql: SqlStorage, row: Alive, readTexts: () => Texts): SearchableMeeting | null {
  if (!isSearched(row)) return null;
  const { details, state } = row.alive;
  // Its words are found in the whole.
  if (state.mergedInto?.phase === "joined") return null;
  const people = namesOf(sql, state.call);
  const { title, startsAt, language } = details;
  return {
    meetId: row.meetId,
    workspaceId: row.workspaceId,
    createdBy: row.createdBy,
    sequence: row.sequence,
    title,
    startsAt,
    durationMs: lengthOf(state),
    language,
    source: row.source,
    platform: state.call?.place.platform ?? null,
    people,
    passages: passagesOf({ title, people, ...readTexts() }),
  };
}

/** The people of a meeting by name: who spoke, as a person or the source named them, and who was in the call. */
export function namesOf(sql: SqlStorage, call: CallFact | undefined): string[] {
  return peopleOf(sql, call).map(({ name }) => name);
}

/** The same with whether they spoke: who has a voice in the transcript, or spoke in the call. */
function peopleOf(sql: SqlStorage, call: CallFact | undefined): ReportedMeeting["people"] {
  const speakers = readSpeakers(sql).flatMap(({ label, name }) => {
    const isNobodys = name === null && call?.place.here !== undefined && isNobodysName(label);
    return isNobodys ? [] : [name ?? label];
  });
  const inCall = call?.people ?? [];
  const spoke = new Set([...speakers, ...inCall.flatMap(({ name, spokenMs }) => (spokenMs > 0 ? (name ?? []) : []))]);
  const names = new Set([...speakers, ...inCall.flatMap(({ name }) => name ?? [])]);
  return [...names]
    .filter((name) => name.trim() !== "" && labelNumber(name) === null)
    .map((name) => ({ name, spoke: spoke.has(name) }));
}

/** The kind and time of the mail to the meeting's owner; null where it is gone, or has not ended. */
export function mailableEndOf(sql: SqlStorage): MailableEnd | null {
  const row = readAlive(sql);
  return row && endOf(sql, row);
}

function endOf(sql: SqlStorage, row: Alive): MailableEnd | null {
  // The sample meeting is in no index, and nobody waits for it, nor for a part that they split off themselves.
  if (!isSearched(row) || isSecondPart(row.alive.state)) return null;
  // Asked at each change of the status: a meeting that is under way is not read for it.
  const kind = mailFor(saidStatus(row.alive.state), reasonOf(row.alive.state));
  if (kind === null) return null;
  const { meetId, createdBy, alive } = row;
  return { meetId, createdBy, kind, endedAt: readTimeline(sql).at(-1)?.at ?? alive.details.startsAt };
}

/** The content of a mail to the meeting's owner; null as above. The transcript itself is not read: a mail has lines of the minutes with their times. */
export function mailableOf(sql: SqlStorage): MailableMeeting | null {
  const row = readAlive(sql);
  const end = row && endOf(sql, row);
  if (!end) return null;
  const { state, details } = row.alive;
  const head = headFor(sql, row, SYSTEM_VIEWER);
  const summary = end.kind === "minutes-ready" ? summaryFor(sql, SYSTEM_VIEWER) : null;
  return {
    ...end,
    title: details.title,
    startsAt: details.startsAt,
    status: saidStatus(state),
    reason: reasonOf(state),
    playable: head.playable,
    hasText: end.kind === "minutes-ready" ? hasSegments(sql) : segmentsFor(sql, row, SYSTEM_VIEWER).length > 0,
    lines: firstLines(summary, (ids) => startsOf(sql, ids), head.durationMs),
    ...(summary?.caution ? { caution: summary.caution } : {}),
  };
}

/** The meeting as webhooks tell of it; null where it is gone, or is the sample. */
export function reportedOf(sql: SqlStorage): ReportedMeeting | null {
  const row = readAlive(sql);
  if (!row || !isSearched(row)) return null;
  const { status, timeline } = headFor(sql, row, SYSTEM_VIEWER);
  const { title, startsAt, language } = row.alive.details;
  const summary = summaryFor(sql, SYSTEM_VIEWER);
  const tasks = (summary?.fields ?? []).flatMap(({ content }) => (content.type === "tasks" ? content.items : []));
  return {
    meetId: row.meetId,
    workspaceId: row.workspaceId,
    createdBy: row.createdBy,
    title,
    startsAt,
    language,
    people: peopleOf(sql, row.alive.state.call),
    status,
    reason: reasonOf(row.alive.state),
    ...readTimes(timeline),
    summaryAt: summary?.writtenAt ?? null,
    changedAt: timeline.at(-1)?.at ?? startsAt,
    ...(isSecondPart(row.alive.state) && { isSecondPart: true as const }),
    tasks: tasks.map(({ id = "", text, assigned, deadline, done, unconfirmed }) => ({
      id,
      done: done === true,
      text,
      assigned,
      deadline,
      ...(unconfirmed ? { unconfirmed } : {}),
    })),
  };
}
