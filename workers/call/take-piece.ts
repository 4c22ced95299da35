import type { BotStream } from "#app/contracts/recorder.ts";
import { FRAGMENT_TYPE } from "#app/contracts/recorder.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { SegmentHeader } from "#app/media/pieces/segment-header.ts";
import type { CallPiece, PieceAnswer } from "#app/server/ports/call-process.ts";
import { callPieceKey } from "#app/server/storage/keys.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { type CallRow, readCall } from "#workers/call/store-calls.ts";
import {
  guestSegment,
  guestsOf,
  type GuestRow,
  hadEnded,
  noteEmptyPiece,
  SEGMENTS_OF_ATTEMPT,
} from "#workers/call/store-guests.ts";
import { notePiece, readPiece, segmentsOf, trimSegment } from "#workers/call/store-sound.ts";

type Bytes = Uint8Array<ArrayBufferLike>;
/** What of a piece is a call's: bytes under its name there, nothing of it, or nothing of it and of those after it. */
type Part = { call: CallRow; name: CallPiece; what: Bytes | "empty" | "after-end" };

/**
 * Takes pieces: into the bucket first, then into the list, and only then it is said that they are safe. Of two that come at
 * once under one number the second waits for the first, so that no bytes ever stand under another piece's digest. Each call
 * that records with the bot gets the part that is its own.
 */
export function pieceTaker(deps: CallDeps, sql: SqlStorage) {
  const arriving = new Map<string, Promise<PieceAnswer>>();
  const headers = new Map<string, SegmentHeader | null>();

  /** Of the call's own segment, by its first piece; undefined where that has not come. */
  async function headerOf(call: CallRow, piece: { stream: BotStream; segment: number; seq: number }, bytes: Bytes) {
    const first = { ...piece, seq: 0 };
    const key = callPieceKey(call.recordingId, first);
    const known = headers.get(key);
    if (known !== undefined) return known;
    const stored = piece.seq === 0 ? bytes : await deps.store.getBytes(key);
    if (stored === null) return undefined;
    const header = await deps.media.header(new Uint8Array(stored));
    headers.set(key, header);
    return header;
  }

  async function ownPart(call: CallRow, piece: CallPiece, bytes: Bytes): Promise<Part | "not-yet"> {
    const whole: Part = { call, name: piece, what: bytes };
    // A bot of its own that a guest sent afterwards is not the one that was withdrawn.
    const isLater = call.feed !== null && attemptOf(piece) >= call.feed.attempt;
    if (call.cutAt === null || isLater) return whole;
    const segment = segmentsOf(sql, call.callId).find((one) => isOf(one, piece));
    if (segment === undefined) return "not-yet";
    const header = await headerOf(call, piece, bytes);
    if (header === undefined) return "not-yet";
    const start = header === null ? null : deps.media.start(bytes, header);
    const isAfter = start !== null && segment.startedAt + start >= call.cutAt;
    return isAfter ? { ...whole, what: "after-end" } : whole;
  }

  async function guestPart(call: GuestRow, piece: CallPiece, bytes: Bytes): Promise<Part | "not-yet"> {
    const { feed } = call;
    const name = { ...piece, segment: guestSegment(feed, piece.segment) };
    const part = (what: Part["what"]): Part => ({ call, name, what });
    const segment = segmentsOf(sql, call.callId).find((one) => isOf(one, name));
    if (segment === undefined) return "not-yet";
    const { shiftMs } = segment;
    if (shiftMs === 0 && feed.untilAt === null) return part(bytes);
    const header = await headerOf(call, name, bytes);
    if (header === undefined) return "not-yet";
    const start = header === null ? null : deps.media.start(bytes, header);
    const isBefore = start === null || start < shiftMs;
    if (start !== null && feed.untilAt !== null && segment.startedAt - shiftMs + start >= feed.untilAt) {
      return part("after-end");
    }
    if (shiftMs === 0) return part(bytes);
    if (isBefore || header === null) return part(piece.seq === 0 ? deps.media.bare(bytes) : "empty");
    return part(deps.media.rebase(bytes, header, shiftMs));
  }

  /** Null where a segment is not known yet by which it could be told whose the piece is. */
  async function partsOf(callId: CallId, piece: CallPiece, bytes: Bytes): Promise<Part[] | null> {
    const call = readCall(sql, callId);
    const guests = guestsOf(sql, callId).filter(({ feed }) => !hadEnded(feed, piece));
    const parts = await Promise.all([
      ...(isOwn(call, piece) ? [ownPart(call, piece, bytes)] : []),
      ...guests.map((guest) => guestPart(guest, piece, bytes)),
    ]);
    const known = parts.flatMap((part) => (part === "not-yet" ? [] : [part]));
    return known.length === parts.length ? known : null;
  }

  async function take(callId: CallId, piece: CallPiece, bytes: Bytes): Promise<PieceAnswer> {
    const known = readPiece(sql, callId, piece);
    if (known !== null) return known.sha256 === piece.sha256 ? "safe" : "conflict";
    const parts = await partsOf(callId, piece, bytes);
    if (parts === null) return "not-yet";
    for (const { call, name, what } of parts) {
      if (typeof what === "string") continue;
      await deps.store.put(callPieceKey(call.recordingId, name), what, FRAGMENT_TYPE[piece.stream]);
    }
    const left = parts.filter((part) => !note(callId, piece, part));
    // Whoever was accepted while the bytes were on their way gets none of what was said before that.
    for (const { callId: guestId, feed } of guestsOf(sql, callId)) {
      if (parts.some(({ call }) => call.callId === guestId) || hadEnded(feed, piece)) continue;
      noteEmptyPiece(sql, guestId, { ...piece, segment: guestSegment(feed, piece.segment) }, deps.now());
    }
    // They ended while the bytes were on their way: nobody would ever remove them.
    const unwanted = left.filter(({ what }) => typeof what !== "string");
    for (const { call, name } of unwanted) await deps.store.remove(callPieceKey(call.recordingId, name));
    return left.length < parts.length ? "safe" : "over";
  }

  /** False where the call takes nothing more of this bot. Without a wait, so that all calls of the bot have it or none. */
  function note(bot: CallId, piece: CallPiece, { call: { callId }, name, what }: Part): boolean {
    if (what === "after-end") {
      trimSegment(sql, callId, name);
      return false;
    }
    const takes =
      callId === bot ? isOwn(readCall(sql, callId), piece) : guestsOf(sql, bot).some((one) => one.callId === callId);
    if (!takes) return false;
    if (what === "empty") noteEmptyPiece(sql, callId, name, deps.now());
    else notePiece(sql, callId, { ...name, size: what.byteLength }, deps.now());
    return true;
  }

  return async function takePiece(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<PieceAnswer> {
    const name = `${callId}/${piece.stream}-${piece.segment}-${piece.seq}`;
    const before = arriving.get(name);
    const turn = (before ?? Promise.resolve()).catch(() => undefined).then(() => take(callId, piece, bytes));
    arriving.set(name, turn);
    try {
      return await turn;
    } finally {
      if (arriving.get(name) === turn) arriving.delete(name);
    }
  };
}

function isOf(segment: { stream: string; segment: number }, piece: { stream: string; segment: number }): boolean {
  return segment.stream === piece.stream && segment.segment === piece.segment;
}

/** A call that is closing still takes what the recorder kept on its disk; afterwards everything is said. */
function isOwn(call: CallRow | null, piece: CallPiece): call is CallRow {
  if (call === null || call.details === null) return false;
  const { status, attempt } = call.state;
  if (status === "storing" || status === "over" || status === "scheduled") return false;
  const last = call.feed === null || call.feed.isOver ? attempt : call.feed.attempt - 1;
  return attemptOf(piece) <= last;
}

function attemptOf({ segment }: { segment: number }): number {
  return Math.floor(segment / SEGMENTS_OF_ATTEMPT);
}
