import { FRAGMENT_TYPE } from "#app/contracts/recording/recorder.ts";
import type { CallId } from "#app/domain/ids.ts";
import type { SegmentHeader } from "#app/media/pieces/segment-header.ts";
import type { CallPiece, PieceAnswer, PieceStream } from "#app/server/ports/call-process.ts";
import { callPieceKey } from "#app/server/storage/keys.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { type CallRow, readCall } from "#workers/call/call-rows.ts";
import {
  guestSegment,
  guestsOf,
  type GuestRow,
  hadEnded,
  noteEmptyPiece,
  SEGMENTS_OF_ATTEMPT,
} from "#workers/call/store-guests.ts";
import { notePiece, readPiece, type SegmentRow, segmentsOf, trimSegment } from "#workers/call/store-sound.ts";

/** The part of a piece that belongs to a call: bytes under its name there, nothing, or nothing of it and of the pieces after it. */
type Part = { call: CallRow; name: CallPiece; what: Uint8Array | "empty" | "after-end" };

/**
 * Takes pieces: stores them in the bucket, then in the list, and only then reports them as safe. If two arrive at once under one
 * number, the second waits for the first, so that no bytes are ever stored under another piece's digest. Each call that records
 * with the bot gets its own part.
 */
export class PieceTaker {
  readonly #deps: CallDeps;
  readonly #sql: SqlStorage;
  readonly #arriving = new Map<string, Promise<PieceAnswer>>();
  readonly #headers = new Map<string, SegmentHeader | null>();

  constructor(deps: CallDeps, sql: SqlStorage) {
    this.#deps = deps;
    this.#sql = sql;
  }

  async take(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<PieceAnswer> {
    const name = `${callId}/${piece.stream}-${piece.segment}-${piece.seq}`;
    const before = this.#arriving.get(name);
    const turn = (before ?? Promise.resolve()).catch(() => undefined).then(() => this.#takeOne(callId, piece, bytes));
    this.#arriving.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#arriving.get(name) === turn) this.#arriving.delete(name);
    }
  }

  async #takeOne(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<PieceAnswer> {
    const known = readPiece(this.#sql, callId, piece);
    if (known !== null) return known.sha256 === piece.sha256 ? "safe" : "conflict";
    const parts = await this.#partsOf(callId, piece, bytes);
    if (parts === null) return "not-yet";
    for (const { call, name, what } of parts) {
      if (typeof what === "string") continue;
      await this.#deps.store.put(callPieceKey(call.recordingId, name), what, FRAGMENT_TYPE[piece.stream]);
    }
    const left = parts.filter((part) => !this.#note(callId, piece, part));
    // A guest that was accepted while the bytes were being stored gets nothing from before that.
    for (const { callId: guestId, feed } of guestsOf(this.#sql, callId)) {
      if (parts.some(({ call }) => call.callId === guestId) || hadEnded(feed, piece)) continue;
      const name = { ...piece, segment: guestSegment(feed, piece.segment) };
      noteEmptyPiece(this.#sql, guestId, name, this.#deps.now());
    }
    // These calls ended while the bytes were being stored: the bytes would never be removed.
    const unwanted = left.filter(({ what }) => typeof what !== "string");
    for (const { call, name } of unwanted) await this.#deps.store.remove(callPieceKey(call.recordingId, name));
    return left.length < parts.length ? "safe" : "over";
  }

  /** Null when a segment that is needed to assign the piece to its calls is not known yet. */
  async #partsOf(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<Part[] | null> {
    const call = readCall(this.#sql, callId);
    const guests = guestsOf(this.#sql, callId).filter(({ feed }) => !hadEnded(feed, piece));
    const parts = await Promise.all([
      ...(isOwn(call, piece) ? [this.#ownPart(call, piece, bytes)] : []),
      ...guests.map((guest) => this.#guestPart(guest, piece, bytes)),
    ]);
    const known = parts.flatMap((part) => (part === "not-yet" ? [] : [part]));
    return known.length === parts.length ? known : null;
  }

  async #ownPart(call: CallRow, piece: CallPiece, bytes: Uint8Array): Promise<Part | "not-yet"> {
    const whole: Part = { call, name: piece, what: bytes };
    // A bot of its own that a guest sent afterwards is not the one that was withdrawn.
    const isLater = call.feed !== null && attemptOf(piece) >= call.feed.attempt;
    if (call.cutAt === null || isLater) return whole;
    const place = await this.#placeOf(call, piece, bytes);
    if (place === null) return "not-yet";
    const isAfter = place.start !== null && place.segment.startedAt + place.start >= call.cutAt;
    return isAfter ? { ...whole, what: "after-end" } : whole;
  }

  async #guestPart(call: GuestRow, piece: CallPiece, bytes: Uint8Array): Promise<Part | "not-yet"> {
    const { feed } = call;
    const name = { ...piece, segment: guestSegment(feed, piece.segment) };
    const known = this.#segmentOf(call, name);
    // Nothing of it has to be left out, so it need not wait for the segment's first piece, which may still be copied.
    if (known?.shiftMs === 0 && feed.untilAt === null) return { call, name, what: bytes };
    const place = await this.#placeOf(call, name, bytes);
    if (place === null) return "not-yet";
    const { header, segment, start } = place;
    const { shiftMs } = segment;
    const part = (what: Part["what"]): Part => ({ call, name, what });
    const startAt = start === null ? null : segment.startedAt - shiftMs + start;
    if (startAt !== null && feed.untilAt !== null && startAt >= feed.untilAt) return part("after-end");
    if (shiftMs === 0) return part(bytes);
    if (header !== null && start !== null && start >= shiftMs) {
      return part(this.#deps.media.rebase(bytes, header, shiftMs));
    }
    return part(piece.seq === 0 ? this.#deps.media.bare(bytes) : "empty");
  }

  #segmentOf({ callId }: CallRow, piece: { stream: PieceStream; segment: number }): SegmentRow | undefined {
    return segmentsOf(this.#sql, callId).find(({ stream, segment }) => {
      return stream === piece.stream && segment === piece.segment;
    });
  }

  /** The start of a piece in the call's own segment; null when the segment or its first piece is not known yet. */
  async #placeOf(
    call: CallRow,
    piece: { stream: PieceStream; segment: number; seq: number },
    bytes: Uint8Array,
  ): Promise<{ segment: SegmentRow; header: SegmentHeader | null; start: number | null } | null> {
    const segment = this.#segmentOf(call, piece);
    if (segment === undefined) return null;
    const key = callPieceKey(call.recordingId, { ...piece, seq: 0 });
    let header = this.#headers.get(key);
    if (header === undefined) {
      const first = piece.seq === 0 ? bytes : await this.#deps.store.getBytes(key);
      if (first === null) return null;
      header = await this.#deps.media.header(first);
      this.#headers.set(key, header);
    }
    return { segment, header, start: header === null ? null : this.#deps.media.start(bytes, header) };
  }

  /** False when the call takes nothing more of this bot. Synchronous, so that all calls of the bot have the piece or none. */
  #note(bot: CallId, piece: CallPiece, { call: { callId }, name, what }: Part): boolean {
    if (what === "after-end") {
      trimSegment(this.#sql, callId, name);
      return false;
    }
    const takes =
      callId === bot
        ? isOwn(readCall(this.#sql, callId), piece)
        : guestsOf(this.#sql, bot).some((one) => one.callId === callId);
    if (!takes) return false;
    if (what === "empty") noteEmptyPiece(this.#sql, callId, name, this.#deps.now());
    else notePiece(this.#sql, callId, { ...name, size: what.byteLength }, this.#deps.now());
    return true;
  }
}

/** A closing call still takes the pieces that the recorder kept on its disk; later states take nothing. */
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
