import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import type { HereFinish } from "#app/contracts/recording/here.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { PieceAnswer } from "#app/server/ports/call-process.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { finishHere, takeHere } from "#workers/call/here-recording.ts";
import type { PieceTaker } from "#workers/call/take-piece.ts";

type Needs = { deps: CallDeps; storage: DurableObjectStorage; pieces: PieceTaker };

/**
 * Takes the pieces of a browser's recording, and its end. The end waits for pieces that are being stored: one of them may be the first, and
 * a recording without any is cancelled.
 */
export class HereIntake {
  readonly #needs: Needs;
  readonly #arriving = new Set<Promise<unknown>>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async take(meetId: MeetId, piece: HerePiece, bytes: Uint8Array): Promise<PieceAnswer | "full"> {
    const taken = takeHere(this.#needs, meetId, { piece, bytes });
    this.#arriving.add(taken);
    try {
      return await taken;
    } finally {
      this.#arriving.delete(taken);
    }
  }

  async finish(meetId: MeetId, tracks: HereFinish["tracks"]): Promise<ReturnType<typeof finishHere>> {
    await Promise.allSettled(this.#arriving);
    return finishHere(this.#needs.storage, meetId, tracks, this.#needs.deps.now());
  }
}
