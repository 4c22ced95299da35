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

type QueuedPiece = PieceId & { bytes: number };

type SpoolDeps = {
  folder: BotFolder;
  sink: Sink;
  log: Log;
  bytesMax: number;
  onGone: () => void;
};

/**
 * Pieces between the recorder and Acta: written and renamed, sent, and deleted only when Acta has confirmed them. Pieces that an earlier
 * run left in the folder are sent first.
 */
export function openPieceSpool(deps: SpoolDeps): PieceSpool {
  const { folder, log } = deps;
  mkdirSync(folder.pieces, { recursive: true, mode: 0o700 });
  const queue = pieceQueue(leftPieces(folder));
  const sender = sendQueued(queue, deps);
  let full = false;
  sender.pump();

  return {
    write(piece, bytes) {
      if (sender.isGone()) return true;
      const bytesWaiting = queue.waiting().bytes;
      // The picture is dropped first, the sound never.
      if (bytesWaiting + bytes.length > deps.bytesMax) {
        if (!full) log("recorder.spool.full", { bytes: bytesWaiting, stream: piece.stream });
        full = true;
        if (piece.stream === "tab") return false;
      } else full = false;
      replaceFile(path.join(folder.pieces, pieceName(piece)), bytes);
      appendFileSync(folder.journal, `${JSON.stringify({ ...piece, bytes: bytes.length, at: Date.now() })}\n`);
      queue.add({ ...piece, bytes: bytes.length });
      sender.pump();
      return true;
    },
    waiting: queue.waiting,
    async drained(msMax) {
      if (sender.isGone()) return false;
      if (queue.isIdle()) return true;
      await Promise.race([queue.idle(), pause(msMax)]);
      return !sender.isGone() && queue.isIdle();
    },
    close: sender.close,
  };
}

/** Pieces that an earlier run left in the folder. */
function leftPieces(folder: BotFolder): QueuedPiece[] {
  const pieces: QueuedPiece[] = [];
  for (const name of readdirSync(folder.pieces)) {
    const piece = parsePieceName(name);
    // Half a piece: the process was killed before the rename.
    if (!piece) rmSync(path.join(folder.pieces, name), { force: true });
    else pieces.push({ ...piece, bytes: statSync(path.join(folder.pieces, name)).size });
  }
  return pieces.sort(comparePieces);
}

/** The pieces that wait, and the number of those in flight. */
function pieceQueue(left: QueuedPiece[]) {
  let queue = left;
  let bytesWaiting = left.reduce((sum, { bytes }) => sum + bytes, 0);
  let inFlight = 0;
  let idle: (() => void)[] = [];

  function isIdle(): boolean {
    return queue.length === 0 && inFlight === 0;
  }

  function wakeIdle(): void {
    for (const each of idle) each();
    idle = [];
  }

  return {
    isIdle,
    wakeIdle,
    /** Resolves when nothing waits any more. */
    idle: () => new Promise<void>((resolve) => idle.push(resolve)),
    waiting: () => ({ pieces: queue.length + inFlight, bytes: bytesWaiting }),
    inFlight: () => inFlight,
    add(piece: QueuedPiece): void {
      queue.push(piece);
      bytesWaiting += piece.bytes;
    },
    /** Takes the first piece into flight. */
    take(): QueuedPiece | undefined {
      const piece = queue.shift();
      if (piece) inFlight += 1;
      return piece;
    },
    putBack(piece: QueuedPiece): void {
      queue = [piece, ...queue].sort(comparePieces);
    },
    /** One piece less is in flight. */
    land(): void {
      inFlight -= 1;
    },
    /** A piece that has landed does not wait any more. */
    settle(piece: QueuedPiece): void {
      bytesWaiting -= piece.bytes;
      if (isIdle()) wakeIdle();
    },
    clear(): void {
      queue = [];
      bytesWaiting = 0;
    },
  };
}

function sendQueued(queue: ReturnType<typeof pieceQueue>, { folder, sink, log, onGone }: SpoolDeps) {
  const closing = new AbortController();
  let failures = 0;
  let gone = false;

  function pump(): void {
    while (!closing.signal.aborted && queue.inFlight() < (failures > 0 ? 1 : PARALLEL)) {
      const piece = queue.take();
      if (!piece) return;
      send(piece).catch((error: unknown) => log("recorder.upload.broken", { error: faultOf(error) }));
    }
  }

  async function send(piece: QueuedPiece): Promise<void> {
    const file = path.join(folder.pieces, pieceName(piece));
    const bytes = readPiece(file);
    const answer = bytes ? await sink.putPiece(piece, bytes) : "missing";
    if (answer === "later") {
      failures += 1;
      if (failures === 1) log("recorder.upload.failing", { waiting: queue.waiting().pieces });
      // It keeps its place among those in flight, so that no new piece is tried in its place.
      await pause(backOffMs(failures, Math.random()), closing.signal);
      queue.putBack(piece);
    }
    queue.land();
    if (answer === "stored") {
      failures = 0;
      moveAway(piece, () => rmSync(file, { force: true }));
      queue.settle(piece);
    } else if (answer === "conflict") {
      // Other bytes are stored there under this number. Sending again changes nothing; the bytes are kept.
      log("recorder.piece.refused", { stream: piece.stream, segment: piece.segment, seq: piece.seq });
      moveAway(piece, () => {
        mkdirSync(folder.refused, { recursive: true, mode: 0o700 });
        renameSync(file, path.join(folder.refused, pieceName(piece)));
      });
      queue.settle(piece);
    } else if (answer === "missing") {
      log("recorder.piece.unreadable", { stream: piece.stream, segment: piece.segment, seq: piece.seq });
      queue.settle(piece);
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
    queue.clear();
    rmSync(folder.pieces, { recursive: true, force: true });
    mkdirSync(folder.pieces, { recursive: true, mode: 0o700 });
    queue.wakeIdle();
    onGone();
  }

  return { pump, isGone: () => gone, close: () => closing.abort() };
}

function readPiece(file: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(readFileSync(file));
  } catch {
    return null;
  }
}
