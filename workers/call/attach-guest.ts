import { FRAGMENT_TYPE } from "#app/contracts/recording/recorder.ts";
import type { CallState } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import { CALL_MOVE_MS_MAX } from "#app/domain/limits/calls.ts";
import { callPieceKey } from "#app/server/storage/keys.ts";
import { FIRST_OWN } from "#workers/call/copy-past.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { type CallFeed, type CallRow } from "#workers/call/call-rows.ts";
import { publish, apply, enqueue } from "#workers/call/apply-event.ts";
import { makeCall } from "#workers/call/store-calls.ts";
import { cutCall, guestSegment, noteEmptyPiece, saveFeed, SEGMENTS_OF_ATTEMPT } from "#workers/call/store-guests.ts";
import { readProgress, saveProgress } from "#workers/call/store-joined.ts";
import {
  notePeople,
  notePiece,
  peopleOf,
  type PieceRow,
  type SegmentRow,
  segmentsOf,
} from "#workers/call/store-sound.ts";

/** Attaches a call as a guest to another call's bot: from now on, or with everything that was recorded before. */

/** The headers of the segments that go on, as the guest gets them: by "mix-1000". */
type Headers = ReadonlyMap<string, { size: number; sha256: string }>;

/**
 * Writes the first piece of each open segment into the guest's recording, without its media. Call it before `attachFromNow`,
 * which needs these pieces; they are not read if the guest is not attached.
 */
export async function prepareHeaders(
  deps: CallDeps,
  sql: SqlStorage,
  source: CallRow,
  guest: CallRow,
): Promise<Headers> {
  const headers = new Map<string, { size: number; sha256: string }>();
  const { offset } = placeOf(source, guest);
  for (const segment of goingOn(sql, source)) {
    const [first] = piecesOf(sql, source.callId, segment);
    if (first?.seq !== 0) continue;
    const bytes = await deps.store.getBytes(callPieceKey(source.recordingId, first));
    if (bytes === null) continue;
    const bare = deps.media.bare(new Uint8Array(bytes));
    const name = { ...first, segment: first.segment + offset };
    await deps.store.put(callPieceKey(guest.recordingId, name), bare, FRAGMENT_TYPE[first.stream]);
    headers.set(nameOf(segment), { size: bare.byteLength, sha256: first.sha256 });
  }
  return headers;
}

/**
 * From now on the call records with the other one's bot; nothing that was recorded before is its own. False where a segment
 * has begun meanwhile whose header is not prepared. Inside a transaction.
 */
export function attachFromNow(
  sql: SqlStorage,
  { source, guest, headers, now }: { source: CallRow; guest: CallRow; headers: Headers; now: number },
): boolean {
  const segments = goingOn(sql, source);
  const begun = segments.filter((segment) => piecesOf(sql, source.callId, segment)[0]?.seq === 0);
  if (begun.some((segment) => !headers.has(nameOf(segment)))) return false;
  const { attempt, offset } = placeOf(source, guest);
  // The bot's clock may be ahead of ours: nothing that it has sent already was said after the answer.
  const fromAt = Math.max(now, Math.ceil(lastSentAt(sql, source.callId)));
  const ended = segmentsOf(sql, source.callId).filter((one) => !segments.some((open) => nameOf(open) === nameOf(one)));
  const base = { source: source.callId, untilAt: null, offset, attempt, ended: ended.map(nameOf), isOver: false };
  const feed: CallFeed = { ...base, fromAt };
  saveFeed(sql, guest.callId, feed);
  cutCall(sql, guest.callId, fromAt);
  for (const segment of segments) {
    const shiftMs = Math.max(0, fromAt - segment.startedAt);
    sql.exec(
      `INSERT OR IGNORE INTO segments (call_id, stream, segment, started_at, mime_type, shift_ms)
       SELECT ?1, stream, segment + ?2, started_at + ?3, mime_type, ?3 FROM segments
       WHERE call_id = ?4 AND stream = ?5 AND segment = ?6`,
      guest.callId,
      offset,
      shiftMs,
      source.callId,
      segment.stream,
      segment.segment,
    );
    for (const piece of piecesOf(sql, source.callId, segment)) {
      const name = { ...piece, segment: guestSegment(feed, piece.segment) };
      const header = piece.seq === 0 ? headers.get(nameOf(segment)) : undefined;
      if (header) notePiece(sql, guest.callId, { ...name, ...header }, now);
      else noteEmptyPiece(sql, guest.callId, name, now);
    }
  }
  // Only the people who are there now; people who left earlier are not published.
  const roster = rosterOf(sql, source.callId);
  apply(sql, guest.callId, { type: "bot-lent", next: attempt }, now);
  if (roster !== null && notePeople(sql, guest.callId, roster)) {
    publish(sql, guest.callId, { type: "people", ...peopleOf(sql, guest.callId) }, now);
  }
  if (segments.some(({ stream }) => stream === "mix")) {
    apply(sql, guest.callId, { type: "capture-began", attempt, startedAt: fromAt }, now);
  }
  return true;
}

/**
 * The asker gets a call that has everything from the beginning, and the meetings of the asker's present call move there: what
 * that one may have recorded by itself is in it too. Inside a transaction.
 */
export function attachAll(
  sql: SqlStorage,
  { source, asker, now }: { source: CallRow; asker: CallRow; now: number },
): CallId | null {
  const { details, ownerUserId } = asker;
  const { startedAt, attempt } = source.state;
  if (details === null || ownerUserId === null || startedAt === null) return null;
  const state: CallState = { attempt, startedAt: null, restarts: 0, warning: null, since: now, status: "starting" };
  const { callId } = makeCall(sql, { ...details, ownerUserId }, { now, state });
  const base = { source: source.callId, untilAt: null, offset: 0, attempt, ended: [], isOver: false };
  saveFeed(sql, callId, { ...base, fromAt: 0 });
  for (const [table, columns] of COPIED_TABLES) {
    sql.exec(
      `INSERT INTO ${table} (call_id, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE call_id = ?`,
      callId,
      source.callId,
    );
  }
  sql.exec(
    `UPDATE calls SET (event_at, people_count, roster) = (SELECT event_at, people_count, roster FROM calls WHERE call_id = ?)
     WHERE call_id = ?`,
    source.callId,
    callId,
  );
  const windows = readProgress<{ index: number }>(sql, source.callId, "windows");
  if (windows !== null) saveProgress(sql, callId, "windows", windows);
  saveProgress(sql, callId, FIRST_OWN, { index: windows?.index ?? 0 });
  sql.exec(
    `INSERT INTO call_meetings (call_id, meet_id, starts_at, told, attempts, due_at)
     SELECT ?, meet_id, starts_at, 0, 0, ? FROM call_meetings WHERE call_id = ?`,
    callId,
    now + CALL_MOVE_MS_MAX,
    asker.callId,
  );
  enqueue(sql, callId, { type: "copy-past" }, now);
  apply(sql, callId, { type: "capture-began", attempt, startedAt }, now);
  const people = peopleOf(sql, callId);
  if (people.people.length > 0) publish(sql, callId, { type: "people", ...people }, now);
  publish(sql, asker.callId, { type: "moved" }, now);
  return callId;
}

const COPIED_TABLES = [
  ["segments", "stream, segment, started_at, mime_type, ended_at, pieces"],
  ["people", "person_id, position, letter, name, spoken_ms"],
  ["sounds", "kind, person_id, start_at, end_at, confidence"],
] as const;

/** As which attempt the source's bot counts in the guest: behind all bots of the guest's own. */
function placeOf(source: CallRow, guest: CallRow): { attempt: number; offset: number } {
  const attempt = Math.max(source.state.attempt, guest.state.attempt) + 1;
  return { attempt, offset: (attempt - source.state.attempt) * SEGMENTS_OF_ATTEMPT };
}

/** The segments of the present bot that have not ended. */
function goingOn(sql: SqlStorage, { callId, state }: CallRow): SegmentRow[] {
  return segmentsOf(sql, callId).filter(
    ({ segment, endedAt }) => endedAt === null && Math.floor(segment / SEGMENTS_OF_ATTEMPT) === state.attempt,
  );
}

function nameOf({ stream, segment }: { stream: string; segment: number }): string {
  return `${stream}-${segment}`;
}

function piecesOf(sql: SqlStorage, callId: CallId, { stream, segment }: SegmentRow): PieceRow[] {
  return sql
    .exec<{ seq: number; size: number; sha256: string }>(
      "SELECT seq, size, sha256 FROM pieces WHERE call_id = ? AND stream = ? AND segment = ? ORDER BY seq",
      callId,
      stream,
      segment,
    )
    .toArray()
    .map((row) => ({ stream, segment, ...row }));
}

/** End of the pieces that have arrived, in epoch ms of the bot's clock; 0 when none has. */
function lastSentAt(sql: SqlStorage, callId: CallId): number {
  const row = sql
    .exec<{ at: number | null }>(
      `SELECT max(segments.started_at + pieces.end_ms) AS at FROM pieces JOIN segments USING (call_id, stream, segment)
       WHERE call_id = ?`,
      callId,
    )
    .one();
  return row.at ?? 0;
}

export type Roster = Parameters<typeof notePeople>[2];

function rosterOf(sql: SqlStorage, callId: CallId): Roster | null {
  const { roster } = sql.exec<{ roster: string | null }>("SELECT roster FROM calls WHERE call_id = ?", callId).one();
  return roster === null ? null : (JSON.parse(roster) as Roster);
}
