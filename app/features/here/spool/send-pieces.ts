import { backOffDelayMs } from "#app/domain/back-off.ts";
import { HERE_RETRY, HERE_SENT_AT_ONCE_MAX, HERE_SIGNED_OUT_RETRY_MS } from "#app/domain/limits/here.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import { type PieceName, pieceName } from "#app/features/here/spool/here-piece.ts";
import type { RecordingSpool } from "#app/features/here/spool/recording-spool.ts";

/**
 * The server's answer to a piece.
 * - `stored`: it has the piece, now or from an earlier attempt.
 * - `later`: it could not be reached, or is busy.
 * - `signed-out`: the session has ended; another sign-in sends the rest.
 * - `refused`: it takes this piece never. The piece stays in this browser.
 * - `full`: the same, because the recording is as large as the server takes.
 * - `gone`: it takes nothing of this recording any more.
 */
export type SendAnswer = "stored" | "later" | "signed-out" | "refused" | "full" | "gone";

/** The state of sending. `gone` is final. */
export type SendState = "sending" | "offline" | "signed-out" | "gone";

export interface Clock {
  now: () => number;
  /** Runs `task` once after `ms`; returns a function that cancels it. */
  after: (ms: number, task: () => void) => () => void;
  random: () => number;
}

export interface PieceSender {
  state(): SendState;
  /** Pieces that the server refused. */
  refused(): readonly PieceName[];
  /** The recording is as large as the server takes. */
  isFull(): boolean;
  /** A piece was added. It waits as the others do while the server does not answer. */
  added(): void;
  /** Tries at once: the network or the person is back. */
  wake(): void;
  /** Resolves when nothing waits that could be sent; false where the recording is gone or sending was closed. */
  drained(): Promise<boolean>;
  close(): void;
}

type Deps = {
  spool: Pick<RecordingSpool, "waiting" | "read" | "acknowledge">;
  send: (piece: HerePiece, bytes: Uint8Array<ArrayBuffer>) => Promise<SendAnswer>;
  clock: Clock;
  onChange: () => void;
};

/** Sends what waits, the oldest first, several at a time while all is well, and again until the server has it. */
export function sendPieces({ spool, send, clock, onChange }: Deps): PieceSender {
  let state: SendState = "sending";
  let failures = 0;
  let isClosed = false;
  let isFull = false;
  const retry = retryTimer(clock, () => pump());
  const under = new Set<string>();
  const refused = new Set<string>();
  let awaiting: ((isDrained: boolean) => void)[] = [];

  const become = (next: SendState) => {
    if (state === next) return;
    state = next;
    onChange();
  };
  const left = () => spool.waiting().filter((piece) => !refused.has(pieceName(piece)));
  const tellDrained = () => {
    const isOver = isClosed || state === "gone";
    if (!isOver && left().length > 0) return;
    for (const each of awaiting) each(!isOver);
    awaiting = [];
  };

  const pump = () => {
    if (isClosed || state === "gone") return tellDrained();
    if (retry.isSet()) return;
    // One piece asks whether the server answers again.
    const room = (state === "sending" ? HERE_SENT_AT_ONCE_MAX : 1) - under.size;
    for (const piece of left()
      .filter((each) => !under.has(pieceName(each)))
      .slice(0, Math.max(0, room))) {
      void sendOne(piece);
    }
    tellDrained();
  };

  const sendOne = async (piece: PieceName) => {
    const name = pieceName(piece);
    under.add(name);
    await settle(piece, await answerTo({ spool, send }, piece));
    under.delete(name);
    pump();
  };

  const settle = async (piece: PieceName, answer: SendAnswer) => {
    if (isClosed) return;
    switch (answer) {
      case "stored":
      case "refused":
      case "full":
        failures = 0;
        isFull ||= answer === "full";
        if (answer === "stored") await spool.acknowledge(piece);
        else refused.add(pieceName(piece));
        become("sending");
        return onChange();
      case "later":
        failures += 1;
        become("offline");
        return retry.waitFor(backOffDelayMs(HERE_RETRY, failures, clock.random()));
      case "signed-out":
        become("signed-out");
        return retry.waitFor(HERE_SIGNED_OUT_RETRY_MS);
      case "gone":
        become("gone");
        return;
      default:
        assertNever(answer);
    }
  };

  return {
    state: () => state,
    refused: () => spool.waiting().filter((piece) => refused.has(pieceName(piece))),
    isFull: () => isFull,
    added: pump,
    wake() {
      retry.drop();
      pump();
    },
    drained() {
      const promise = new Promise<boolean>((resolve) => awaiting.push(resolve));
      pump();
      tellDrained();
      return promise;
    },
    close() {
      isClosed = true;
      retry.drop();
      tellDrained();
    },
  };
}

/** A piece that was not written to its end is nowhere: it does not wait. */
async function answerTo({ spool, send }: Pick<Deps, "spool" | "send">, piece: PieceName): Promise<SendAnswer> {
  try {
    const read = await spool.read(piece);
    return read === null ? "stored" : await send(read.piece, read.bytes);
  } catch {
    return "later";
  }
}

/** One wait at a time: several pieces that fail together wait together. */
function retryTimer(clock: Pick<Clock, "after">, again: () => void) {
  let cancel: (() => void) | null = null;
  return {
    isSet: () => cancel !== null,
    waitFor(ms: number) {
      cancel ??= clock.after(ms, () => {
        cancel = null;
        again();
      });
    },
    drop() {
      cancel?.();
      cancel = null;
    },
  };
}
