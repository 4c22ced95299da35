import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { lengthOf } from "#app/domain/meeting/parts.ts";
import { progressOf, reasonOf, saidStatus } from "#app/domain/meeting/state-rules.ts";
import { type MeetingState } from "#app/domain/meeting/states.ts";
import { reserveForCall } from "#app/server/usage/recording-reservation.ts";
import { chargeUsage, countUsage, kindOf, releaseUsage } from "#app/server/usage/usage-ledger.ts";
import { giveChanges, takeChangesOf } from "#app/server/workspace/take-list-changes.ts";
import { adoptRecording } from "#app/server/meetings/adopt-recording.ts";
import { defaultOf, readDefault, selectDefault } from "#app/server/account/retention-default.ts";
import { tombstoneMeeting } from "#app/server/meetings/delete-meeting.ts";
import { type MeetingProjection, type ProjectedTask, projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { isOnlyUser, releaseRecording } from "#app/server/workspace/recording-users.ts";
import { restoreMeeting } from "#app/server/meetings/restore-meeting.ts";
import { addSecond, returnSecond } from "#app/server/meetings/split-rows.ts";
import { mayHaveOf, selectMayHave } from "#app/server/deliveries/may-have-destinations.ts";
import type { MayHave } from "#app/server/ports/event-consumer.ts";
import type { OpenPages } from "#app/server/ports/open-pages.ts";
import type { Services } from "#app/server/services.ts";
import { participantsOf } from "#workers/meeting/call/view-call.ts";
import type { MeetingLists, ReadWithRow } from "#workers/meeting/deps.ts";
import type { Subscriber } from "#workers/meeting/publish/publisher.ts";
import { namesOf } from "#workers/meeting/publish/outside-views.ts";
import { compareRow, doubtSaid, noteSaid } from "#workers/meeting/publish/said-row.ts";
import { appendDomainEvents, lastUntoldEvent } from "#workers/meeting/store/domain-events.ts";
import { readRetention, standardSetAt } from "#workers/meeting/store/retention.ts";
import { type MeetingIds, readMeeting } from "#workers/meeting/store/store.ts";
import { hasSegments, readSummary, startsOf } from "#workers/meeting/store/transcript.ts";
import { type Alive, readAlive } from "#workers/meeting/view.ts";

/** The answer that came with the row; `standardSetAt` is that of the meeting from before the row was written. */
type CameWithRow = Pick<ReadWithRow, "retention"> & { standardSetAt: number | null };
export type ListSubscriber = Subscriber & {
  /** The answer that came with the row in this telling; null where it was not written. Given once. */
  takeRead: () => CameWithRow | null;
  /** Whether events up to this one may have anywhere to go; undefined where that was not read since. */
  mayHave: (lastEvent: number) => MayHave | undefined;
};

/** The list's row in D1: Home and History read it without asking any object. */
export function listSubscriber(lists: Pick<MeetingLists, "project">, now: () => number): ListSubscriber {
  let came: CameWithRow | null = null;
  /** The last untold event from before the row was written, and what D1 then said. */
  let known: { lastEvent: number; mayHave: MayHave } | null = null;
  return {
    name: "list",
    takeRead() {
      const read = came;
      came = null;
      return read;
    },
    mayHave: (lastEvent) => (known && known.lastEvent >= lastEvent ? known.mayHave : undefined),
    async tell(sql) {
      came = null;
      const projection = projectionOf(sql);
      if (!projection) return null;
      const change = await compareRow(sql, projection, now());
      if (change.kind === "same") return null;
      if (change.kind === "waits") return change.until;
      const before = { standardSetAt: standardSetAt(sql), lastEvent: lastUntoldEvent(sql) };
      doubtSaid(sql);
      const { retention, mayHave } = await lists.project(projection);
      came = { retention, standardSetAt: before.standardSetAt };
      known = { lastEvent: before.lastEvent, mayHave };
      noteSaid(sql, { ...change.digests, at: now(), mayHave });
      return null;
    },
  };
}

/** Writes a lost row again (D §4), and makes the workspace's consumers read the meeting again. */
export async function restoreToLists(
  sql: SqlStorage,
  { lists, now }: { lists: Pick<MeetingLists, "restore">; now: () => number },
): Promise<"restored" | "gone" | "unknown"> {
  const row = readMeeting(sql);
  const projection = projectionOf(sql);
  // The outbox removes the rest of a deleted meeting by itself.
  if (!row?.alive || !projection) return row ? "gone" : "unknown";
  const { usage, isCountedElsewhere } = row.alive.state;
  await lists.restore(projection, isCountedElsewhere ? "free" : usage);
  // It may have been deleted meanwhile.
  if (readAlive(sql) !== null) appendDomainEvents(sql, ["meeting-restored"], now());
  return "restored";
}

export function projectionOf(sql: SqlStorage): MeetingProjection | null {
  const row = readAlive(sql);
  if (!row) return null;
  const { details, state } = row.alive;
  // Lists show how far a recording is recognised, and not a call that goes on: each half minute of it would be written.
  const { recognisedMs, wantedMs } = progressOf(state.call && state.status === "RECORDING" ? [] : state.windows);
  const tasks = tasksOf(sql);
  // The tasks and people of a sample are nobody's: they are in no list across meetings. Those of a merged meeting are the whole's.
  const isSample = row.source === SAMPLE_SOURCE;
  const { mergedInto } = state;
  const isAlone = !isSample && mergedInto?.phase !== "joined";
  return {
    meetId: row.meetId,
    workspaceId: row.workspaceId,
    createdBy: row.createdBy,
    role: details.role ?? null,
    recordingId: hasRecording(sql, row) ? row.recordingId : null,
    title: details.title,
    startsAt: details.startsAt,
    timeZone: details.timeZone,
    language: details.language,
    templateId: details.template.id,
    source: row.source,
    platform: state.call?.place.platform ?? null,
    lobbyState: (state.status === "TORECORD" && state.call?.lobbyState) || null,
    participants: participantsOf(sql, state.call),
    durationMs: lengthOf(state),
    status: saidStatus(state),
    reason: reasonOf(state),
    recognisedMs,
    wantedMs,
    taskCount: tasks?.length ?? null,
    awaitsModel: !isSample && awaitsModel(sql, state),
    people: isAlone ? namesOf(sql, state.call) : [],
    tasks: isAlone ? (tasks ?? []) : [],
    mergedInto: mergedInto?.phase === "joined" ? mergedInto.meetId : null,
    sequence: row.sequence,
    createdAt: row.createdAt,
    updatedAt: state.since,
  };
}

/** Quoted for want of a model: not in place of one that failed, and not after a model has failed to write it again. */
function awaitsModel(sql: SqlStorage, state: MeetingState): boolean {
  if (state.status !== "SUMMARIZED" || state.rewriteFailed) return false;
  const summary = readSummary(sql);
  return summary?.engine.port === "extractive" && summary.standsIn !== true && hasSegments(sql);
}

/** A call has its recording once it was joined, a sample only with sound, an imported transcript never; one that a rule has deleted does not come back with a rebuild. */
function hasRecording(sql: SqlStorage, { source, alive: { state } }: Alive): boolean {
  if (readRetention(sql).recordingRemovedAt !== null) return false;
  if (state.media.kind === "landed" && state.media.isTextOnly) return false;
  return source === "upload" || source === SAMPLE_SOURCE || Boolean(state.call?.callId);
}

/** The tasks of the minutes as the list of all tasks shows them; null where the minutes have no field for them. */
function tasksOf(sql: SqlStorage): ProjectedTask[] | null {
  const fields = (readSummary(sql)?.fields ?? []).flatMap(({ content }) => (content.type === "tasks" ? [content] : []));
  if (fields.length === 0) return null;
  const items = fields.flatMap((field) => field.items);
  const starts = startsOf(
    sql,
    items.flatMap(({ segmentIds }) => segmentIds),
  );
  return items.map(({ id = "", text, description, assigned, deadline, done, segmentIds, unconfirmed }) => {
    const moments = segmentIds.flatMap((segmentId) => starts.get(segmentId) ?? []);
    const startMs = moments.length === 0 ? null : Math.min(...moments);
    const facts = { done: done === true, startMs, unconfirmed: unconfirmed === true };
    return { taskId: id, text, description, assigned, deadline, ...facts };
  });
}

const ledgerPlaceOf = ({ workspaceId, meetId, source }: MeetingIds) => ({ workspaceId, meetId, kind: kindOf(source) });

/** The tables of D1 that follow a meeting object, and the lists of its workspace. */
export function meetingLists(
  { db, ...services }: Pick<Services, "db" | "lists" | "log">,
  now: () => number,
): MeetingLists {
  return {
    async project(projection) {
      const { workspaceId, meetId } = projection;
      const reads = [selectDefault(db, workspaceId), selectMayHave(db, meetId)] as const;
      const { changes, also } = await projectMeeting(db, projection, reads);
      await giveChanges(services, changes);
      return { retention: defaultOf(also[0]), mayHave: mayHaveOf(also[1]) };
    },
    restore: (projection, usage) => restoreMeeting(db, { projection, usage, now: now() }),
    reserveRecording: ({ meetId, ...ids }) => reserveForCall(db, { meetId, ownership: ids, now: now() }),
    adoptRecording: (projection, which) => adoptRecording(db, { projection, ...which, at: now() }),
    chargeUsage: (ids) => chargeUsage(db, { ...ledgerPlaceOf(ids), at: now() }),
    countUsage: (ids) => countUsage(db, { ...ledgerPlaceOf(ids), at: now() }),
    releaseUsage: (ids, reason) => releaseUsage(db, { ...ledgerPlaceOf(ids), reason, at: now() }),
    retentionDefault: (workspaceId) => readDefault(db, workspaceId),
    releaseRecording: ({ meetId, recordingId }) => releaseRecording(db, { meetId, recordingId }),
    isOnlyUser: ({ meetId, recordingId }) => isOnlyUser(db, { meetId, recordingId }),
    async tombstone({ meetId, recordingId }, sequence) {
      const removed = await tombstoneMeeting(db, { meetId, recordingId, sequence, now: now() });
      // Nothing of it waits for the sweep.
      await takeChangesOf({ db, ...services }, meetId);
      return removed;
    },
    addSecond: (first, second) => addSecond(db, { first, second, now: now() }),
    returnSecond: (ids) => returnSecond(db, ids),
  };
}

/** The same, and the pages of the meeting's owner are told of what they show: rows of lists, and what counts. */
export function toldLists(lists: MeetingLists, pages: Pick<OpenPages, "tell">): MeetingLists {
  const told =
    <Of extends { createdBy: string }, More extends unknown[], Answer>(
      write: (of: Of, ...more: More) => Promise<Answer>,
    ) =>
    async (of: Of, ...more: More) => {
      const answer = await write(of, ...more);
      await pages.tell(of.createdBy);
      return answer;
    };
  return {
    ...lists,
    project: told(lists.project),
    restore: told(lists.restore),
    adoptRecording: told(lists.adoptRecording),
    reserveRecording: told(lists.reserveRecording),
    chargeUsage: told(lists.chargeUsage),
    countUsage: told(lists.countUsage),
    releaseUsage: told(lists.releaseUsage),
    tombstone: told(lists.tombstone),
  };
}
