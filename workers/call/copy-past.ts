import { FRAGMENT_TYPE } from "#app/contracts/recording/recorder.ts";
import type { PieceStream } from "#app/server/ports/call-process.ts";
import type { CallId } from "#app/domain/ids.ts";
import { CALL_COPY_PIECES } from "#app/domain/limits/calls.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import { callPieceKey, callWindowKey, recordingTextsPrefix } from "#app/server/storage/keys.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { type CallRow, readCall } from "#workers/call/call-rows.ts";
import { publish } from "#workers/call/apply-event.ts";
import { guestsOf, readFeed } from "#workers/call/store-guests.ts";
import { readProgress, saveProgress } from "#workers/call/store-joined.ts";
import { isCopying, notePiece } from "#workers/call/store-sound.ts";

/**
 * The past of a call for a guest whose owner was given all of it: the windows that were cut, with their texts, and every
 * piece, each copied into the guest's own recording. Afterwards neither call needs anything of the other's.
 */

type Needs = { deps: CallDeps; storage: DurableObjectStorage };
type PublishedWindow = Extract<PublishedCallEvent, { type: "window" }>;

/** Progress key: the number of copied windows. */
const COPIED = "copied-windows";

/** Copies a part; false once nothing is left. After a crash it continues from the same place. */
export async function copyPast(needs: Needs, guest: CallRow): Promise<boolean> {
  const source = guest.feed === null ? null : readCall(needs.storage.sql, guest.feed.source);
  if (source === null || readFeed(needs.storage.sql, guest.callId) === null) return false;
  if (await copyWindow(needs, source, guest)) return true;
  return copyPieces(needs, source, guest);
}

/** Copies the rest for the guests of a call, before the call's data is removed. */
export async function finishCopies(needs: Needs, source: CallId): Promise<void> {
  const { sql } = needs.storage;
  for (const guest of guestsOf(sql, source)) {
    while (isCopying(sql, guest.callId) && (await copyPast(needs, guest)));
    sql.exec("DELETE FROM outbox WHERE key = ?", `${guest.callId}/copy-past`);
  }
}

/** Whether a guest still copies from this call. */
export function isCopiedFrom(sql: SqlStorage, source: CallId): boolean {
  return guestsOf(sql, source).some(({ callId }) => isCopying(sql, callId));
}

async function copyWindow({ deps, storage }: Needs, source: CallRow, guest: CallRow): Promise<boolean> {
  const { sql } = storage;
  const copied = readProgress<number>(sql, guest.callId, COPIED) ?? 0;
  // The guest cuts the windows from there on by itself.
  const { index: end } = readProgress<{ index: number }>(sql, guest.callId, FIRST_OWN) ?? { index: 0 };
  const window = copied < end ? publishedWindow(sql, source.callId, copied) : null;
  if (window === null) return false;
  if (copied === 0) await copyTexts(deps, source, guest);
  const audio = await deps.store.getBytes(callWindowKey(source.recordingId, copied));
  if (audio !== null) {
    await deps.store.put(callWindowKey(guest.recordingId, copied), new Uint8Array(audio), "audio/mp4");
  }
  storage.transactionSync(() => {
    const { callId: _call, turn: _turn, at: _at, ...published } = window;
    if (audio !== null) publish(sql, guest.callId, published, deps.now());
    saveProgress(sql, guest.callId, COPIED, copied + 1);
  });
  return true;
}

/** Progress key: the first window that the guest cuts itself, behind those that the source had cut when it was accepted. */
export const FIRST_OWN = "first-own-window";

function publishedWindow(sql: SqlStorage, callId: CallId, index: number): PublishedWindow | null {
  const row = sql
    .exec<{ body: string }>(
      "SELECT body FROM published_events WHERE call_id = ? AND type = 'window' AND json_extract(body, '$.index') = ?",
      callId,
      index,
    )
    .toArray()[0];
  return row ? (JSON.parse(row.body) as PublishedWindow) : null;
}

/** Copies the recognised texts, in every language and of every engine, so that recognition is not paid twice. */
async function copyTexts({ store }: CallDeps, source: CallRow, guest: CallRow): Promise<void> {
  const from = recordingTextsPrefix(source.recordingId);
  let cursor: string | null = null;
  do {
    const page = await store.list(from, cursor);
    for (const key of page.keys) {
      const text = await store.getText(key);
      const copy = `${recordingTextsPrefix(guest.recordingId)}${key.slice(from.length)}`;
      if (text !== null) await store.put(copy, text, "application/json");
    }
    cursor = page.cursor;
  } while (cursor !== null);
}

async function copyPieces({ deps, storage }: Needs, source: CallRow, guest: CallRow): Promise<boolean> {
  const { sql } = storage;
  const rows = sql
    .exec<{ stream: string; segment: number; seq: number; sha256: string }>(
      `SELECT stream, segment, seq, sha256 FROM pieces AS piece WHERE call_id = ?1 AND NOT EXISTS (
         SELECT 1 FROM pieces WHERE call_id = ?2 AND stream = piece.stream AND segment = piece.segment AND seq = piece.seq)
       ORDER BY segment, seq, stream LIMIT ?3`,
      source.callId,
      guest.callId,
      CALL_COPY_PIECES,
    )
    .toArray();
  for (const { stream, ...row } of rows) {
    const piece = { ...row, stream: stream as PieceStream };
    const bytes = await deps.store.getBytes(callPieceKey(source.recordingId, piece));
    if (bytes === null) return false;
    await deps.store.put(callPieceKey(guest.recordingId, piece), new Uint8Array(bytes), FRAGMENT_TYPE[piece.stream]);
    notePiece(sql, guest.callId, { ...piece, size: bytes.byteLength }, deps.now());
  }
  return rows.length > 0;
}
