import type { SharedView } from "#app/contracts/meeting/meeting-view.ts";
import { isNobodysName } from "#app/domain/here/note-segments.ts";
import { firstLines, type MailableMeeting } from "#app/domain/mail/mail-content.ts";
import { mailFor } from "#app/domain/mail/mail-kinds.ts";
import { SYSTEM_VIEWER, type Viewer } from "#app/domain/meeting/access.ts";
import type { CallFact } from "#app/domain/meeting/call-fact.ts";
import { lengthOf } from "#app/domain/meeting/parts.ts";
import { reasonOf, saidStatus } from "#app/domain/meeting/states.ts";
import { isSearched, passagesOf, type SearchableMeeting } from "#app/domain/search/passages.ts";
import { citedIn } from "#app/domain/summary/summary.ts";
import { readTimes, type ReportedMeeting } from "#app/domain/webhooks/webhook.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { readSpeakers } from "#workers/meeting/store/corrections.ts";
import { headFor, readAlive, segmentsFor, summaryFor, viewFor } from "#workers/meeting/view.ts";

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

/** The meeting as the workspace's search index reads it; null where it is gone, or is not to be found. */
export function searchableOf(sql: SqlStorage): SearchableMeeting | null {
  const row = readAlive(sql);
  if (!row || !isSearched(row)) return null;
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
    passages: passagesOf({
      title,
      people,
      summary: summaryFor(sql, SYSTEM_VIEWER),
      segments: segmentsFor(sql, row, SYSTEM_VIEWER),
    }),
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

/** The content of a mail to the meeting's owner; null where it is gone, or has not ended. */
export function mailableOf(sql: SqlStorage): MailableMeeting | null {
  const row = readAlive(sql);
  // The sample meeting is in no index, and nobody waits for it either.
  if (!row || !isSearched(row)) return null;
  // Asked at each change of the status: a meeting that is under way is not read for it.
  const status = saidStatus(row.alive.state);
  const reason = reasonOf(row.alive.state);
  const kind = mailFor(status, reason);
  if (kind === null) return null;
  const head = headFor(sql, row, SYSTEM_VIEWER);
  const segments = segmentsFor(sql, row, SYSTEM_VIEWER);
  const summary = kind === "minutes-ready" ? summaryFor(sql, SYSTEM_VIEWER) : null;
  const { title, startsAt } = row.alive.details;
  return {
    meetId: row.meetId,
    createdBy: row.createdBy,
    kind,
    endedAt: head.timeline.at(-1)?.at ?? startsAt,
    title,
    startsAt,
    status,
    reason,
    playable: head.playable,
    hasText: segments.length > 0,
    lines: firstLines(summary, segments, head.durationMs),
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
