import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { faultOf, type Log } from "../log.ts";
import { backOffMs, pause, type Sink } from "./sink.ts";
import { type BotFolder, comparePieces, parsePieceName, type PieceId, pieceName, replaceFile } from "./bot-folder.ts";

/** Sends at once while all is well; one at a time while Acta does not answer. */
const PARALLEL = 3;

export type PieceSpool = {
  /** On return the piece is on the disk and survives this process. False: the disk's share is used up and the piece was left out. */
  write(piece: PieceId, bytes: Uint8Array): boolean;
  waiting(): { pieces: number; bytes: number };
  /** True when nothing waits any more; false when the time was up, or the call is gone at Acta. */
  drained(msMax: number): Promise<boolean>;
  close(): void;
};

type Waiting = PieceId & { bytes: number };

/**
 * Pieces between the recorder and Acta: written and renamed, sent, and deleted only when Acta has confirmed them. Pieces that an earlier
 * run left in the folder are sent first.
 */
export function openPieceSpool(deps: {
  folder: BotFolder;
  sink: Sink;
  log: Log;
  bytesMax: number;
  onGone: () => void;
}): PieceSpool {
  const { folder, sink, log } = deps;
  mkdirSync(folder.pieces, { recursive: true, mode: 0o700 });
  let queue: Waiting[] = [];
  let bytesWaiting = 0;
  let inFlight = 0;
  let failures = 0;
  let full = false;
  let gone = false;
  const closing = new AbortController();
  let idle: (() => void)[] = [];

  for (const name of readdirSync(folder.pieces)) {
    const piece = parsePieceName(name);
    // Half a piece: the process was killed before the rename.
    if (!piece) rmSync(path.join(folder.pieces, name), { force: true });
    else take({ ...piece, bytes: statSync(path.join(folder.pieces, name)).size });
  }
  queue.sort(comparePieces);

  function take(piece: Waiting): void {
    queue.push(piece);
    bytesWaiting += piece.bytes;
  }

  function settle(piece: Waiting): void {
    bytesWaiting -= piece.bytes;
    if (queue.length > 0 || inFlight > 0) return;
    for (const each of idle) each();
    idle = [];
  }

  async function send(piece: Waiting): Promise<void> {
    const file = path.join(folder.pieces, pieceName(piece));
    const bytes = readPiece(file);
    const answer = bytes ? await sink.putPiece(piece, bytes) : "missing";
    if (answer === "later") {
      failures += 1;
      if (failures === 1) log("recorder.upload.failing", { waiting: queue.length + inFlight });
      // It keeps its place among those in flight, so that no new piece is tried in its place.
      await pause(backOffMs(failures, Math.random()), closing.signal);
      queue = [piece, ...queue].sort(comparePieces);
    }
    inFlight -= 1;
    if (answer === "stored") {
      failures = 0;
      moveAway(piece, () => rmSync(file, { force: true }));
      settle(piece);
    } else if (answer === "conflict") {
      // Other bytes are stored there under this number. Sending again changes nothing; the bytes are kept.
      log("recorder.piece.refused", { stream: piece.stream, segment: piece.segment, seq: piece.seq });
      moveAway(piece, () => {
        mkdirSync(folder.refused, { recursive: true, mode: 0o700 });
        renameSync(file, path.join(folder.refused, pieceName(piece)));
      });
      settle(piece);
    } else if (answer === "missing") {
      log("recorder.piece.unreadable", { stream: piece.stream, segment: piece.segment, seq: piece.seq });
      settle(piece);
    } else if (answer === "gone") {
      leave();
    }
    pump();
  }

  /** A disk that does not release a file blocks no other piece: this piece counts as settled. */
  function moveAway(piece: PieceId, move: () => void): void {
    try {
      move();
    } catch (error) {
      const { stream, segment, seq } = piece;
      log("recorder.piece.not-moved", { stream, segment, seq, error: faultOf(error) });
    }
  }

  /** Acta accepts nothing more: the waiting pieces are deleted. */
  function leave(): void {
    if (gone) return;
    gone = true;
    queue = [];
    bytesWaiting = 0;
    rmSync(folder.pieces, { recursive: true, force: true });
    mkdirSync(folder.pieces, { recursive: true, mode: 0o700 });
    for (const each of idle) each();
    idle = [];
    deps.onGone();
  }

  function pump(): void {
    while (!closing.signal.aborted && inFlight < (failures > 0 ? 1 : PARALLEL)) {
      const piece = queue.shift();
      if (!piece) return;
      inFlight += 1;
      send(piece).catch((error: unknown) => log("recorder.upload.broken", { error: faultOf(error) }));
    }
  }
  pump();

  return {
    write(piece, bytes) {
      if (gone) return true;
      // The picture is dropped first, the sound never.
      if (bytesWaiting + bytes.length > deps.bytesMax) {
        if (!full) log("recorder.spool.full", { bytes: bytesWaiting, stream: piece.stream });
        full = true;
        if (piece.stream === "tab") return false;
      } else full = false;
      replaceFile(path.join(folder.pieces, pieceName(piece)), bytes);
      appendFileSync(folder.journal, `${JSON.stringify({ ...piece, bytes: bytes.length, at: Date.now() })}\n`);
      take({ ...piece, bytes: bytes.length });
      pump();
      return true;
    },
    waiting: () => ({ pieces: queue.length + inFlight, bytes: bytesWaiting }),
    async drained(msMax) {
      if (gone) return false;
      if (queue.length === 0 && inFlight === 0) return true;
      const done = new Promise<void>((resolve) => idle.push(resolve));
      await Promise.race([done, pause(msMax)]);
      return !gone && queue.length === 0 && inFlight === 0;
    },
    close: () => closing.abort(),
  };
}

function readPiece(file: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(readFileSync(file));
  } catch {
    return null;
  }
}
