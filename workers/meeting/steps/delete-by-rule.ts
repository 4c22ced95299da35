import { LATE_CONTENT_MS } from "#app/domain/limits/steps.ts";
import { isBeingSent } from "#app/domain/meeting/state-rules.ts";
import { nextRetentionAt } from "#app/domain/privacy/retention.ts";
import { isSearched } from "#app/domain/search/passages.ts";
import { pdfKey, recordingPrefix, recordingTextsPrefix } from "#app/server/storage/keys.ts";
import { removeRow } from "#workers/durable/outbox.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import type { OutboxRow } from "#workers/meeting/store/domain-events.ts";
import {
  forgetPdfs,
  noteRecordingRemoved,
  noteWarned,
  planOf,
  readPdfNames,
  readRetention,
  removeTranscript,
  warningsOf,
} from "#workers/meeting/store/retention.ts";
import { applyEvent, type Changed, enqueue, recordChange } from "#workers/meeting/store/store.ts";
import { type Alive, readAlive } from "#workers/meeting/view.ts";

/**
 * Deletes the parts of a meeting whose time has come (domain/privacy/retention.ts). The object notes first that a part is gone and
 * removes its bytes afterwards: from then on no view, list or rebuild shows it, and a crash in between leaves only bytes, which the
 * next attempt removes.
 */
type Needs = { deps: Pick<MeetingDeps, "lists" | "splits" | "store" | "now" | "log">; storage: DurableObjectStorage };

/**
 * Puts the next deletion and the next warning into the outbox, or takes them out. Done again after every change that may move them.
 * Nothing is deleted while parts of the recording may still be sent: that ends by a rule of its own.
 */
export function scheduleRetention(sql: SqlStorage, now: number): void {
  const row = readAlive(sql);
  const at = row && !isBeingSent(row.alive.state) ? nextRetentionAt(planOf(sql, row, now)) : null;
  if (row === null || at === null) sql.exec("DELETE FROM outbox WHERE key = 'delete-by-rule'");
  else enqueue(sql, { type: "delete-by-rule", at }, now, row.sequence);
  // The sample meeting has no owner who waits for it.
  const next = row !== null && isSearched(row) ? warningsOf(sql, row, now)[0] : undefined;
  if (row === null || next === undefined) sql.exec("DELETE FROM outbox WHERE key = 'warn-of-deletion'");
  else enqueue(sql, { type: "warn-of-deletion", at: next.warnAt }, now, row.sequence);
}

/** The step that tells the workspace of deletions ahead. A warning without words: the mail reads the meeting's plan when it is sent. */
export function warnOfDeletion({ deps, storage }: Needs, work: OutboxRow): void {
  const now = deps.now();
  const { sql } = storage;
  const row = readAlive(sql);
  const due = row ? warningsOf(sql, row, now).filter(({ warnAt }) => warnAt <= now) : [];
  const end = () => {
    removeRow(sql, work);
    scheduleRetention(sql, now);
  };
  // The plan may have changed since.
  if (due.length === 0) return storage.transactionSync(end);
  const warned = Object.fromEntries(due.map(({ part, at }) => [part, at]));
  recordChange(storage, {
    event: "deletion-warned",
    now,
    changed: {},
    write() {
      noteWarned(sql, { ...readRetention(sql).warned, ...warned });
      end();
    },
  });
}

/** The step. It may find that nothing is due, because the rule has changed since it was put into the outbox. */
export async function deleteByRule(needs: Needs, work: OutboxRow): Promise<void> {
  const { deps, storage } = needs;
  const { sql } = storage;
  const now = deps.now();
  const row = readAlive(sql);
  if (row === null) return;
  const due = isBeingSent(row.alive.state) ? [] : planOf(sql, row, now).filter(({ at }) => at <= now);
  for (const { part } of due) {
    deps.log("meeting.retention.deleted", { meetId: row.meetId, part });
    if (part === "meeting") {
      applyEvent(storage, { type: "discarded" }, { now });
      return;
    }
    if (part === "recording") noteGone(needs, {}, () => noteRecordingRemoved(sql, now));
    else await deleteTranscript(needs, row);
  }
  await removeRest(needs, row);
  storage.transactionSync(() => {
    removeRow(sql, work);
    if (due.length > 0) lookAgainLater(sql, deps.now());
    scheduleRetention(sql, deps.now());
  });
}

function noteGone({ deps, storage }: Needs, changed: Changed, write: () => void): void {
  recordChange(storage, { event: "part-removed", now: deps.now(), changed, write });
}

/** Open pages are sent the segments anew, which are none. */
const ALL_SEGMENTS: Changed = { segments: { startMs: 0, endMs: Number.MAX_SAFE_INTEGER } };

/** PDFs go too, because some hold the transcript; the one of the minutes is written again. */
async function deleteTranscript(needs: Needs, { meetId, alive }: Alive): Promise<void> {
  const { deps, storage } = needs;
  // The meeting that it was split from has its words still, for putting the two together.
  if (alive.state.span?.of) await deps.splits.partedFrom(alive.state.span.of, meetId);
  for (const name of readPdfNames(storage.sql)) await deps.store.remove(pdfKey(meetId, name));
  noteGone(needs, ALL_SEGMENTS, () => {
    removeTranscript(storage.sql, deps.now());
    forgetPdfs(storage.sql);
  });
}

/** Removes the bytes of parts that are noted as gone, unless another meeting uses them. May be done twice. */
async function removeRest({ deps, storage }: Needs, row: Alive): Promise<void> {
  const { recordingRemovedAt, transcriptRemovedAt } = readRetention(storage.sql);
  const { recordingId } = row;
  if (recordingRemovedAt !== null) {
    const { recordingIsFree } = await deps.lists.releaseRecording(row);
    if (recordingIsFree) await deps.store.removeAll(recordingPrefix(recordingId));
  } else if (transcriptRemovedAt !== null && (await deps.lists.isOnlyUser(row))) {
    await deps.store.removeAll(recordingTextsPrefix(recordingId));
  }
}

/** For bytes that land after their part was removed: a PUT, a piece of a call or an engine's answer under way. */
function lookAgainLater(sql: SqlStorage, now: number): void {
  const row = readAlive(sql);
  if (row === null) return;
  for (const [round, ms] of LATE_CONTENT_MS) {
    enqueue(sql, { type: "remove-late-parts", round, at: now + ms }, now, row.sequence);
  }
}

export async function removeLateParts(needs: Needs): Promise<void> {
  const row = readAlive(needs.storage.sql);
  if (row !== null) await removeRest(needs, row);
}
