import type { CallId } from "#app/domain/ids.ts";
import { FRAGMENT_TYPE } from "#app/contracts/recorder.ts";
import type { CallPiece, PieceAnswer } from "#app/server/ports/call-process.ts";
import { callPieceKey } from "#app/server/storage/keys.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { readCall } from "#workers/call/store-calls.ts";
import { notePiece, readPiece } from "#workers/call/store-sound.ts";

/**
 * Takes pieces: into the bucket first, then into the list, and only then it is said that they are safe. Of two that come at
 * once under one number the second waits for the first, so that no bytes ever stand under another piece's digest.
 */
export function pieceTaker(deps: CallDeps, sql: SqlStorage) {
  const arriving = new Map<string, Promise<PieceAnswer>>();

  async function take(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<PieceAnswer> {
    const known = readPiece(sql, callId, piece);
    if (known !== null) return known.sha256 === piece.sha256 ? "safe" : "conflict";
    const call = readCall(sql, callId);
    if (!takesPieces(call) || Math.floor(piece.segment / SEGMENTS_OF_ATTEMPT) > call.state.attempt) return "over";
    await deps.store.put(callPieceKey(call.recordingId, piece), bytes, FRAGMENT_TYPE[piece.stream]);
    if (!takesPieces(readCall(sql, callId))) {
      // It ended while the bytes were on their way: nobody would ever remove them.
      await deps.store.remove(callPieceKey(call.recordingId, piece));
      return "over";
    }
    notePiece(sql, callId, { ...piece, size: bytes.byteLength }, deps.now());
    return "safe";
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

/** The contract's numbering: the segments of the second bot begin at 2000. */
const SEGMENTS_OF_ATTEMPT = 1000;

type Call = NonNullable<ReturnType<typeof readCall>>;

/** A call that is closing still takes what the recorder kept on its disk; afterwards everything is said. */
function takesPieces(call: Call | null): call is Call {
  if (call === null || call.details === null) return false;
  const { status } = call.state;
  return status !== "storing" && status !== "over" && status !== "scheduled";
}
