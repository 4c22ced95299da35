import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import { type MeetId, newMeetId } from "#app/domain/ids.ts";
import { SPLIT_SETTLE_MS, SPLITS_MAX } from "#app/domain/limits/minutes.ts";
import { lengthOf } from "#app/domain/meeting/parts.ts";
import { cutAt, mayBeSplit, spansOf, type SplitFact } from "#app/domain/meeting/split.ts";
import { isSplitUnderway } from "#app/domain/meeting/state-rules.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isSearched } from "#app/domain/search/passages.ts";
import type { RemovedParts, SplitPlan, SplitRefusal } from "#app/server/ports/split-meetings.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import {
  divideMinutes,
  eraseApart,
  linesOfSecond,
  putApart,
  putBack,
  readSecond,
  saveDivided,
} from "#workers/meeting/split/second-part.ts";
import { readRetention } from "#workers/meeting/store/retention.ts";
import { readSegments } from "#workers/meeting/store/transcript.ts";
import { applyEvent, enqueue } from "#workers/meeting/store/store.ts";
import { addVersion, readVersion } from "#workers/meeting/store/versions.ts";
import { type Alive, readAlive, recordingPlace } from "#workers/meeting/view.ts";

/**
 * The first meeting's side of a split, which leads it. It notes what is on its way, has the second meeting made or removed, and notes the
 * end. A crash leaves the note, from which the outbox ends it: the meeting is split then, or whole, and never half.
 */
type Needs = { deps: Pick<MeetingDeps, "now" | "splits" | "lists" | "store" | "log">; storage: DurableObjectStorage };

const ALL_SEGMENTS = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER };

export function planSplit(sql: SqlStorage, askedMs: number): Outcome<SplitPlan, SplitRefusal> {
  const row = readAlive(sql);
  if (!row) return refused("not-found");
  const { state, details } = row.alive;
  if (isUnderway(state.status) || isSplitUnderway(state)) return refused("meeting-busy");
  if (state.parts) return refused("split-merged");
  const version = readVersion(sql);
  const lengthMs = lengthOf(state);
  if (!mayBeSplit(state) || !isSearched(row) || version === null || lengthMs === null) return refused("not-ready");
  if ((state.splits?.length ?? 0) >= SPLITS_MAX) return refused("too-many-splits");
  const segments = readSegments(sql);
  const atMs = cutAt(segments, lengthMs, askedMs);
  if (atMs === null) return refused("split-too-near");
  const first = segments.find(({ startMs }) => startMs >= atMs);
  return ok({
    title: details.title,
    atMs,
    lengthMs,
    begins: first ? { speaker: first.speaker, text: first.text } : null,
    hasRecording: recordingPlace(sql) !== null,
  });
}

/** Idempotent: a second press, which names the same moment, gets the answer of the first. */
export async function splitMeeting(
  needs: Needs,
  { atMs, title, by }: { atMs: number; title: string; by: string },
): Promise<Outcome<{ meetId: MeetId }, SplitRefusal>> {
  const { sql } = needs.storage;
  const row = readAlive(sql);
  if (!row) return refused("not-found");
  const { splits = [], span } = row.alive.state;
  const last = splits.at(-1);
  if (last?.atMs === atMs && last.phase !== "joining") {
    const ended = await settleSplit(needs);
    return ended.ok ? ok({ meetId: last.meetId }) : ended;
  }
  const plan = planSplit(sql, atMs);
  if (!plan.ok) return plan;
  const fact: SplitFact = {
    meetId: newMeetId(),
    phase: "splitting",
    atMs: plan.value.atMs,
    title,
    by,
    before: span ?? null,
    minutesBefore: readVersion(sql)?.version ?? 0,
  };
  note(needs, [...splits, fact]);
  const ended = await settleSplit(needs);
  return ended.ok ? ok({ meetId: fact.meetId }) : ended;
}

/** Takes the last split back. Idempotent. */
export async function joinAgain(
  needs: Needs,
  { second, by }: { second: MeetId; by: string },
): Promise<Outcome<null, SplitRefusal>> {
  const { deps, storage } = needs;
  const state = readAlive(storage.sql)?.alive.state;
  if (!state) return refused("not-found");
  const known = state.splits?.find(({ meetId }) => meetId === second);
  if (!known) return refused("not-found");
  if (known.phase === "splitting") return refused("meeting-busy");
  if (known.phase === "split") {
    if (!mayTakeBack(needs, second) || !(await deps.splits.mayJoin(second, idOf(needs), removedOf(storage.sql))))
      return refused("split-changed");
    // Asked again, because the other meeting took time to answer.
    const now = readAlive(storage.sql)?.alive.state.splits;
    if (!now || !mayTakeBack(needs, second)) return refused("split-changed");
    note(needs, [...now.slice(0, -1), { ...known, phase: "joining", by }]);
  }
  return settleSplit(needs);
}

function idOf({ storage }: Needs): MeetId {
  return storage.sql.exec<{ id: string }>("SELECT meet_id AS id FROM meeting").one().id as MeetId;
}

/** The last split is taken back first, and a merge before it. */
function mayTakeBack({ storage }: Needs, second: MeetId): boolean {
  const state = readAlive(storage.sql)?.alive.state;
  if (!state || state.parts || state.mergedInto || isSplitUnderway(state)) return false;
  const isWritten = state.status === "SUMMARIZED" || state.status === "TRANSCRIPTED" || state.status === "LLMING";
  return isWritten && state.splits?.at(-1)?.meetId === second;
}

/** Ends what is on its way; the step of the outbox, and the rest of a request. */
export async function settleSplit(needs: Needs): Promise<Outcome<null, SplitRefusal>> {
  const row = readAlive(needs.storage.sql);
  const fact = row?.alive.state.splits?.at(-1);
  if (!row || !fact || fact.phase === "split") return ok(null);
  return fact.phase === "splitting" ? endSplit(needs, row, fact) : endJoining(needs, row, fact);
}

async function endSplit(needs: Needs, row: Alive, fact: SplitFact): Promise<Outcome<null, SplitRefusal>> {
  const { deps, storage } = needs;
  const { sql } = storage;
  const planned = readSecond(sql, row, fact, deps.now());
  if (!planned) return giveUp(needs, fact);
  const { meetId, workspaceId, createdBy, recordingId, source } = planned;
  await deps.lists.addSecond(row, {
    meetId,
    title: planned.details.title,
    startsAt: planned.details.startsAt,
    durationMs: lengthOf(planned.state),
    lines: linesOfSecond(planned),
  });
  const born = birthNote({ meetId, workspaceId, createdBy, recordingId, source, createdAt: row.createdAt });
  await deps.store.put(birthNoteKey(meetId), JSON.stringify(born), "application/json");
  // Read again, because a person may have changed something meanwhile.
  const still = readAlive(sql);
  if (!still || !isOnItsWay(needs, fact)) return refused("not-found");
  const second = readSecond(sql, still, fact, deps.now());
  if (!second) return giveUp(needs, fact);
  await deps.splits.beginSecond(meetId, second);
  if (!isOnItsWay(needs, fact)) return ok(null);
  return leaveFirst(needs, fact) ? ok(null) : giveUp(needs, fact);
}

function isOnItsWay({ storage }: Needs, { meetId, phase }: SplitFact): boolean {
  const last = readAlive(storage.sql)?.alive.state.splits?.at(-1);
  return last?.meetId === meetId && last.phase === phase;
}

/** This meeting has the rest from now on. Its earlier minutes stay as a version. */
function leaveFirst({ deps, storage }: Needs, fact: SplitFact): boolean {
  const { sql } = storage;
  const row = readAlive(sql);
  const minutes = divideMinutes(sql, fact.atMs);
  if (!row || !minutes) return false;
  const { state } = row.alive;
  const { atMs, by } = fact;
  const lengthMs = Math.max(lengthOf(state) ?? 0, atMs);
  const { first: span } = spansOf(state.span ?? null, { lengthMs, atMs, by, meetId: row.meetId });
  const now = deps.now();
  const minutesBefore = minutes.version.version;
  const splits = [...(state.splits ?? []).slice(0, -1), { ...fact, phase: "split" as const, minutesBefore }];
  const left = applyEvent(
    storage,
    { type: "split-off", splits, span, rewrite: minutes.rewrite },
    {
      now,
      done: "settle-split",
      changed: { segments: ALL_SEGMENTS, summary: true },
      write(sql) {
        putApart(sql, fact);
        const { summary, engine, fields } = minutes;
        saveDivided(sql, { summary, engine: engine.first, fields: fields.first, by, from: minutesBefore, now });
      },
    },
  );
  if (left) deps.log("meeting.split", { meetId: row.meetId, second: fact.meetId });
  return left;
}

/** The second meeting goes, with all that was changed in it, and this one has its lines and its earlier minutes again. */
async function endJoining(needs: Needs, row: Alive, fact: SplitFact): Promise<Outcome<null, SplitRefusal>> {
  const { deps, storage } = needs;
  await deps.lists.returnSecond({ first: row.meetId, second: fact.meetId });
  await deps.splits.discard(fact.meetId);
  if (!isOnItsWay(needs, fact)) return ok(null);
  const now = deps.now();
  applyEvent(
    storage,
    { type: "split-undone", meetId: fact.meetId },
    {
      now,
      done: "settle-split",
      changed: { segments: ALL_SEGMENTS, summary: true },
      write(sql) {
        putBack(sql, fact.meetId);
        const before = readVersion(sql, fact.minutesBefore);
        if (!before) return;
        const again = { kind: "brought-back", madeAt: now, madeBy: fact.by, fromVersion: before.version } as const;
        addVersion(sql, { ...before, ...again });
      },
    },
  );
  deps.log("meeting.joined-again", { meetId: row.meetId, second: fact.meetId });
  return ok(null);
}

/** Somebody has begun another work on the meeting meanwhile: it stays whole. */
async function giveUp(needs: Needs, fact: SplitFact): Promise<Outcome<null, SplitRefusal>> {
  const { deps, storage } = needs;
  const row = readAlive(storage.sql);
  if (row) await deps.lists.returnSecond({ first: row.meetId, second: fact.meetId });
  await deps.splits.discard(fact.meetId);
  if (row) await deps.lists.tombstone({ ...row, meetId: fact.meetId }, 1);
  const splits = readAlive(storage.sql)?.alive.state.splits ?? [];
  noteSplits(
    needs,
    splits.filter(({ meetId }) => meetId !== fact.meetId),
  );
  return refused("meeting-busy");
}

function note(needs: Needs, splits: readonly SplitFact[]): void {
  noteSplits(needs, splits, (sql, now) => {
    const { sequence } = sql.exec<{ sequence: number }>("SELECT sequence FROM meeting").one();
    enqueue(sql, { type: "settle-split", at: now + SPLIT_SETTLE_MS }, now, sequence);
  });
}

function noteSplits(
  { deps, storage }: Pick<Needs, "storage"> & { deps: Pick<MeetingDeps, "now"> },
  splits: readonly SplitFact[],
  also?: (sql: SqlStorage, now: number) => void,
): void {
  const now = deps.now();
  applyEvent(
    storage,
    { type: "splits-noted", splits },
    { now, done: "settle-split", write: (sql) => also?.(sql, now) },
  );
}

/**
 * Whether the second meeting may go: nothing was made of it that somebody else needs, and no rule has deleted of one what the other has still.
 * It would go with the other, or come back with it.
 */
export function mayJoin(sql: SqlStorage, first: MeetId, removed: RemovedParts): boolean {
  const state = readAlive(sql)?.alive.state;
  const own = removedOf(sql);
  const isAlike = own.recording === removed.recording && own.transcript === removed.transcript;
  return isAlike && state?.span?.of === first && !state.parts && !state.mergedInto && !state.splits;
}

function removedOf(sql: SqlStorage): RemovedParts {
  const { recordingRemovedAt, transcriptRemovedAt } = readRetention(sql);
  return { recording: recordingRemovedAt !== null, transcript: transcriptRemovedAt !== null };
}

/**
 * The other part is gone. The words of a second part go from here too, and a split before it is not taken back any more. False where this
 * meeting knew nothing of the other, or has it removed itself.
 */
export function partedFrom(needs: Pick<Needs, "storage"> & { deps: Pick<MeetingDeps, "now"> }, other: MeetId): boolean {
  const { deps, storage } = needs;
  const state = readAlive(storage.sql)?.alive.state;
  if (!state) return false;
  if (state.span?.of === other) return applyEvent(storage, { type: "parted-for-good" }, { now: deps.now() });
  const splits = state.splits ?? [];
  const index = splits.findIndex(({ meetId, phase }) => meetId === other && phase === "split");
  if (index === -1) return false;
  noteSplits(needs, splits.slice(index + 1), (sql) => {
    for (const { meetId, atMs } of splits.slice(0, index + 1)) eraseApart(sql, { meetId, atMs });
  });
  return true;
}
